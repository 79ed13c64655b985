/** The pictures of README.md: where they are stored, and how large they may be in total. */

export const FOLDER = 'docs/pictures';

export const pictures = ['dashboard.webp', 'atlas.webp', 'walk.svg'] as const;
export type Picture = (typeof pictures)[number];

/** A clone of the repository also downloads all earlier versions of them. */
export const MOST_BYTES_TOGETHER = 400_000;
