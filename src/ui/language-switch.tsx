import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeCulture, UNCHANGED } from '#src/i18n/change-culture.ts';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { Icon } from './icon.tsx';

/**
 * The choice of language, each named in its own language. The app stores the choice (src/i18n/keep-culture.ts). If its
 * texts can't be loaded, the language stays, and a line below says so: a toast's code would be as far away.
 */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  const [isUnchanged, setUnchanged] = useState(false);
  useEffect(() => {
    const tell = () => setUnchanged(true);
    const forget = () => setUnchanged(false);
    i18n.on(UNCHANGED, tell);
    i18n.on('languageChanged', forget);
    return () => {
      i18n.off(UNCHANGED, tell);
      i18n.off('languageChanged', forget);
    };
  }, [i18n]);
  return (
    <>
      <label className="relative inline-flex items-center">
        <span className="sr-only">{t('language.label')}</span>
        <Icon name="globe" className="pointer-events-none absolute left-3 size-4.5" />
        <select
          name="culture"
          value={i18n.language}
          onChange={({ target }) => {
            setUnchanged(false);
            void changeCulture(i18n, target.value as Culture);
          }}
          className="quiet-select"
        >
          {CULTURES.map((culture) => (
            <option key={culture} value={culture} lang={culture}>
              {t(`language.${culture}`)}
            </option>
          ))}
        </select>
      </label>
      {isUnchanged && (
        <p
          role="alert"
          className="order-last w-0 min-w-full rounded-field bg-neutral px-3 py-2 text-sm text-neutral-content"
        >
          {t('language.unchanged')}
        </p>
      )}
    </>
  );
}
