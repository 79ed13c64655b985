import { paths } from '#src/paths.ts';

/** The page on which a member chooses what happens to a stake, by its id. */
export const choiceAddress = (id: string): string => `${paths.restake}?stake=${id}`;
