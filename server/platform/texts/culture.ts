import type { components } from '#openapi/api.gen.d.ts';

export type Culture = components['schemas']['Culture'];

/** The languages of the product. */
export const CULTURES: readonly Culture[] = ['en-US', 'ja-JP', 'zh-CN'];
