import type { components } from './api.gen.d.ts';

/** The names of the stages in the order of their numbers, which begin at 1 (SRC §3). */
export const STAGE_NAMES: readonly components['schemas']['StageName'][] = [
  'bronze',
  'silver',
  'gold',
  'ruby',
  'sapphire',
  'emerald',
  'diamond',
  'custom',
];
