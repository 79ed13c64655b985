import type { i18n as I18n } from 'i18next';
import type { Culture } from './cultures.ts';

/**
 * Shows the app in another language. Rejects if that can't be loaded: then the language stays, with all that is on the
 * page. How it is loaded comes with the first choice, since the sign-in page must not pay for it.
 */
export const changeCulture = (i18n: I18n, culture: Culture): Promise<void> =>
  import('./load-culture.ts').then(({ loadCulture }) => loadCulture(i18n, culture));
