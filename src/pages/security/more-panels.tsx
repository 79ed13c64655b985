import { useTranslation } from 'react-i18next';
import { paths } from '#src/paths.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';

/** The password, which is changed in a flow of its own. */
export function PasswordPanel() {
  const { t } = useTranslation('account');
  return (
    <Panel title={t('security.password')} note={t('security.passwordText')}>
      <div>
        <ButtonLink kind="secondary" to={`${paths.account}?step=password`}>
          {t('security.changePassword')}
        </ButtonLink>
      </div>
    </Panel>
  );
}

/** Leads to freezing the member's account (D-32); that page says what will happen before anything does. */
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
