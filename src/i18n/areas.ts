import type challenge from '#locales/en-US/challenge.json';
import type common from '#locales/en-US/common.json';
import type dashboard from '#locales/en-US/dashboard.json';
import type maintenance from '#locales/en-US/maintenance.json';
import type notFound from '#locales/en-US/not-found.json';
import type problems from '#locales/en-US/problems.json';
import type recorder from '#locales/en-US/recorder.json';
import type signIn from '#locales/en-US/sign-in.json';
import type signOut from '#locales/en-US/sign-out.json';
import type twoFactor from '#locales/en-US/two-factor.json';

/** The texts by area; an area is one file per language and is fetched with the page that needs it. */
export interface AreaTexts {
  common: typeof common;
  problems: typeof problems;
  challenge: typeof challenge;
  dashboard: typeof dashboard;
  maintenance: typeof maintenance;
  'not-found': typeof notFound;
  recorder: typeof recorder;
  'sign-in': typeof signIn;
  'sign-out': typeof signOut;
  'two-factor': typeof twoFactor;
}

export type Area = keyof AreaTexts;

/** The areas that any screen may need at any moment, the one without a network included: they come with the page. */
export const EVERYWHERE = ['common', 'problems'] as const satisfies readonly Area[];

/** The texts that came inside the page. */
export type Catalogue = Partial<Record<Area, object>>;
