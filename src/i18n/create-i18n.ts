import i18next, { type BackendModule, type i18n as I18n } from 'i18next';
import './i18next.types.ts';
import { FIGURES } from '#openapi/figures.ts';
import { EVERYWHERE, type Area, type Catalogue } from './areas.ts';
import { CULTURES, type Culture } from './cultures.ts';

/** Fetches the texts of one area in one language. */
export type LoadArea = (culture: Culture, area: Area) => Promise<object>;

function backendOf(load: LoadArea): BackendModule {
  return {
    type: 'backend',
    init: () => undefined,
    read: (language, area, done) => {
      load(language as Culture, area as Area).then(
        (texts) => done(null, texts as Record<string, string>),
        (cause: unknown) => done(cause instanceof Error ? cause : new Error(String(cause)), false),
      );
    },
  };
}

/**
 * The i18n instance of one app. It starts with the texts that are embedded in the page; other areas and languages are
 * loaded when a screen needs them. There is no fallback language: a test proves that every key exists in all three.
 */
export function createI18n(options: { culture: Culture; catalogue: Catalogue; load: LoadArea }): I18n {
  const instance = i18next.createInstance();
  void instance.use(backendOf(options.load)).init({
    lng: options.culture,
    supportedLngs: [...CULTURES],
    load: 'currentOnly',
    fallbackLng: false,
    ns: [...EVERYWHERE, ...(Object.keys(options.catalogue) as Area[])],
    defaultNS: 'common',
    resources: { [options.culture]: options.catalogue as Record<string, Record<string, string>> },
    partialBundledLanguages: true,
    initAsync: false,
    interpolation: { escapeValue: false, defaultVariables: { ...FIGURES } },
  });
  return instance;
}
