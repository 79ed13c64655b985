import type { Amount } from '#money/amount.ts';
import type { Culture } from './cultures.ts';

/** As many as every browser accepts. */
const MOST_DIGITS = 20;

const formats: Partial<Record<Culture, Intl.NumberFormat>> = {};

/**
 * A whole amount as short as it can be in the language and still exact, so that no two look the same: `46.7K`, `690万`.
 * It passes through no float.
 */
export function formatShort(amount: Amount, culture: Culture): string {
  const format = (formats[culture] ??= new Intl.NumberFormat(culture, {
    notation: 'compact',
    maximumFractionDigits: MOST_DIGITS,
  }));
  return format.format(BigInt(amount));
}
