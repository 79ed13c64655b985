import type { AreaTexts } from './areas.ts';

/** Keys are checked against the English files: a key that is not there is a type error. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: AreaTexts;
  }
}
