import { useTranslation } from 'react-i18next';
import { CULTURES } from '#src/i18n/cultures.ts';
import { Icon } from './icon.tsx';

/** The choice of language, each named in its own language. The app stores the choice (src/i18n/keep-culture.ts). */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  return (
    <label className="relative inline-flex items-center">
      <span className="sr-only">{t('language.label')}</span>
      <Icon name="globe" className="pointer-events-none absolute left-3 size-4.5" />
      <select
        name="culture"
        value={i18n.language}
        onChange={(event) => void i18n.changeLanguage(event.target.value)}
        className="quiet-select"
      >
        {CULTURES.map((culture) => (
          <option key={culture} value={culture} lang={culture}>
            {t(`language.${culture}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
