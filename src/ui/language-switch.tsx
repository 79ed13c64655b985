import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeCulture } from '#src/i18n/change-culture.ts';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { Alert } from './alert.tsx';
import { Icon } from './icon.tsx';

/**
 * The choice of language, each named in its own language. The app stores the choice (src/i18n/keep-culture.ts). If its
 * texts can't be loaded, the language stays, and a line below says so: a toast's code would be as far away.
 */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  /** The language that stayed, because the texts of another could not be loaded. */
  const [stayed, setStayed] = useState<string | null>(null);
  return (
    <>
      <label className="relative inline-flex items-center">
        <span className="sr-only">{t('language.label')}</span>
        <Icon name="globe" className="pointer-events-none absolute left-3 size-4.5" />
        <select
          name="culture"
          value={i18n.language}
          onChange={({ target }) => {
            setStayed(null);
            changeCulture(i18n, target.value as Culture).catch(() => setStayed(i18n.language));
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
      {stayed === i18n.language && (
        <div className="order-last w-0 min-w-full">
          <Alert kind="warning" title={t('language.unchanged')} />
        </div>
      )}
    </>
  );
}
