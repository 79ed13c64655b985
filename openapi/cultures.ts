import type { components } from './api.gen.d.ts';

/** A language of the product (D-20), as the contract names it. */
export type Culture = components['schemas']['Culture'];

/** All of them, in the order in which they are offered. */
export const CULTURES = ['en-US', 'ja-JP', 'zh-CN'] as const satisfies readonly Culture[];
