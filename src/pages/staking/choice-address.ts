import { paths } from '#src/paths.ts';

/** The page on which a member chooses what becomes of a stake, by its id. */
export const choiceAddress = (id: string): string => `${paths.restake}?stake=${id}`;
