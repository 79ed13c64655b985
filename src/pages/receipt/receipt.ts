import type { components } from '#openapi/api.gen.d.ts';
import { isNegative, negate } from '#money/amount.ts';

export type Receipt = components['schemas']['Receipt'];

/** An amount without its sign: the words around it give the direction. */
export function sizeOf(amount: string): string {
  return isNegative(amount) ? negate(amount) : amount;
}
