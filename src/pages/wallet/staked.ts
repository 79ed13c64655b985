import type { Asset } from '#money/assets.ts';

/** The words for what stakes hold of an asset; of points, that includes what stakes have earned. */
export const stakedOf = (asset: Asset) => (asset === 'MP' ? 'assets.stakedPoints' : 'assets.staked');
