import type common from '#locales/en-US/common.json';
import type problems from '#locales/en-US/problems.json';

/**
 * The texts by area; an area is one file per language and is fetched with the page that needs it. Whose texts they are
 * declares its area here, beside its code:
 *
 *     import type texts from '#locales/en-US/deposit.json';
 *
 *     declare module '#src/i18n/areas.ts' {
 *       interface AreaTexts {
 *         deposit: typeof texts;
 *       }
 *     }
 */
export interface AreaTexts {
  common: typeof common;
  problems: typeof problems;
}

export type Area = keyof AreaTexts;

/** The areas that any screen may need at any time, including the offline screen: they are part of the page. */
export const EVERYWHERE = ['common', 'problems'] as const satisfies readonly Area[];

/**
 * Those of the page that every URL but /Signin gets: most of these URLs are members', and loading texts later costs a
 * round trip.
 */
export const IN_APP_PAGE = [...EVERYWHERE, 'nav'] as const satisfies readonly Area[];

/** The texts that are embedded in the page. */
export type Catalogue = Partial<Record<Area, object>>;
