import { useTranslation } from 'react-i18next';
import { paths } from '#src/paths.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';

/** The way to freezing the member's own account (D-32); what happens is said there before anything does. */
export function FreezePanel() {
  const { t } = useTranslation('account');
  return (
    <Panel title={t('freeze.title')} note={t('freeze.text')}>
      <div>
        <ButtonLink kind="secondary" to={`${paths.account}?step=freeze`}>
          {t('freeze.go')}
        </ButtonLink>
      </div>
    </Panel>
  );
}
