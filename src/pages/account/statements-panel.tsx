import { useTranslation } from 'react-i18next';
import { Panel } from '#src/ui/panel.tsx';
import { statementsAddress } from '../history/statements-address.ts';

/** The way to the member's statements, which tax offices ask for. */
export function StatementsPanel() {
  const { t } = useTranslation('account');
  return (
    <Panel title={t('statements.title')} more={{ to: statementsAddress, name: t('statements.open') }}>
      <p className="text-sm text-muted">{t('statements.text')}</p>
    </Panel>
  );
}
