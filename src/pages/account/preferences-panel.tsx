import { useTranslation } from 'react-i18next';
import { paths } from '#src/paths.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { CurrencySwitch } from '#src/ui/currency-switch.tsx';
import { CurrencyNote } from '#src/ui/estimate.tsx';
import { LanguageSwitch } from '#src/ui/language-switch.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { ThemeSwitch } from '#src/ui/theme-switch.tsx';

/** How the app looks and speaks on this device, in which currency it shows worth, and which events are mailed. */
export function PreferencesPanel() {
  const { t } = useTranslation(['account', 'common', 'nav']);
  return (
    <Panel title={t('preferences.title')} note={t('preferences.text')} className="arrow-choices">
      <Facts>
        <Fact term={t('common:language.label')}>
          <LanguageSwitch />
        </Fact>
        <Fact term={t('common:theme.label')}>
          <ThemeSwitch />
        </Fact>
        <Fact term={t('nav:currency')}>
          <CurrencySwitch />
        </Fact>
      </Facts>
      <p className="text-sm text-muted empty:hidden">
        <CurrencyNote />
      </p>
      <div className="flex flex-col gap-3 border-t border-base-300 pt-4">
        <p className="font-semibold">{t('preferences.notices')}</p>
        <p className="text-sm text-muted">{t('preferences.noticesText')}</p>
        <div>
          <ButtonLink kind="secondary" to={paths.noticeSettings}>
            {t('preferences.chooseNotices')}
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}
