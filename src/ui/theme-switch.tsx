import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { chooseTheme, THEMES, themeOf, watchTheme, type ThemeChoice } from './theme.ts';

/** The choice of theme. A native select: it works by keyboard, by voice and with a phone's own picker. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const choice = useSyncExternalStore<ThemeChoice>(
    (changed) => watchTheme(document, changed),
    () => themeOf(document),
    () => 'system',
  );
  return (
    <label className="relative inline-flex items-center">
      <span className="sr-only">{t('theme.label')}</span>
      <Icon name="theme" className="pointer-events-none absolute left-3 size-4.5" />
      <select
        name="theme"
        value={choice}
        onChange={(event) => chooseTheme(document, event.target.value as ThemeChoice)}
        className="quiet-select"
      >
        {THEMES.map((theme) => (
          <option key={theme} value={theme}>
            {t(`theme.${theme}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
