import { useTranslation } from 'react-i18next';
import { paths } from '#src/paths.ts';
import { Panel } from '#src/ui/panel.tsx';

/** The way to what protects the account. */
export function SecurityLink() {
  const { t } = useTranslation('account');
  return (
    <Panel title={t('security.title')} more={{ to: paths.security, name: t('security.open') }}>
      <p className="text-sm text-muted">{t('security.text')}</p>
    </Panel>
  );
}
