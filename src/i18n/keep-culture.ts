import type { i18n as I18n } from 'i18next';
import { writeCookie } from '#src/choice-cookies.ts';
import { changeCulture } from './change-culture.ts';
import { isCulture, type Culture } from './cultures.ts';

/** Where the chosen language is stored; the app's storage implements it. */
export interface CultureKeeper {
  get: (name: 'language') => Culture | null;
  set: (name: 'language', culture: Culture) => void;
}

/**
 * Keeps page, storage and cookie in sync with the language shown. With the cookie, the server answers the next visit in
 * that language from the first byte. A choice in another tab arrives through the browser's `storage` event; if its
 * texts can't be loaded here, this page keeps its language until there is a network.
 */
export function keepCulture(i18n: I18n, keeper: CultureKeeper, host: Window): () => void {
  const page = host.document;
  const follow = (language: string) => {
    if (!isCulture(language)) return;
    page.documentElement.lang = language;
    writeCookie(page, 'culture', language);
    if (keeper.get('language') !== language) keeper.set('language', language);
  };
  const adopt = () => {
    const culture = keeper.get('language');
    if (culture !== null && culture !== i18n.language) changeCulture(i18n, culture).catch(() => undefined);
  };
  i18n.on('languageChanged', follow);
  host.addEventListener('storage', adopt);
  host.addEventListener('online', adopt);
  // A stored language whose cookie was cleared gets its cookie back.
  if (keeper.get('language') === i18n.language) follow(i18n.language);
  return () => {
    i18n.off('languageChanged', follow);
    host.removeEventListener('storage', adopt);
    host.removeEventListener('online', adopt);
  };
}
