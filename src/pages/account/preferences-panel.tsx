import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '#src/ui/language-switch.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { ThemeSwitch } from '#src/ui/theme-switch.tsx';

/** How the app looks and speaks on this device. */
export function PreferencesPanel() {
  const { t } = useTranslation(['account', 'common']);
  return (
    <Panel title={t('preferences.title')} note={t('preferences.text')}>
      <Facts>
        <Fact term={t('common:language.label')}>
          <LanguageSwitch />
        </Fact>
        <Fact term={t('common:theme.label')}>
          <ThemeSwitch />
        </Fact>
      </Facts>
    </Panel>
  );
}
