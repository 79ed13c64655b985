/** The pictures of README.md: where they lie, and how large they may be together. */

export const FOLDER = 'docs/pictures';

export const pictures = ['dashboard.webp', 'atlas.webp', 'walk.svg'] as const;
export type Picture = (typeof pictures)[number];

/** Whoever clones the repository fetches all that they ever were, too. */
export const MOST_BYTES_TOGETHER = 400_000;
