import type { components } from '#openapi/api.gen.d.ts';

/** A language of the interface (D-20), as the contract names it. */
export type Culture = components['schemas']['Culture'];

export const CULTURES = ['en-US', 'ja-JP', 'zh-CN'] as const satisfies readonly Culture[];

export const DEFAULT_CULTURE: Culture = 'en-US';

export function isCulture(value: unknown): value is Culture {
  return CULTURES.some((culture) => culture === value);
}
