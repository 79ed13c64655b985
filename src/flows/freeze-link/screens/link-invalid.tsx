import { useTranslation } from 'react-i18next';
import { Alert } from '#src/ui/alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

/** The link freezes nothing: used, too old, or cut off. The ways that are left. */
export function LinkInvalidScreen({ onSignIn }: { readonly onSignIn: () => void }) {
  const { t } = useTranslation('account-freeze');
  return (
    <>
      <PageHeading title={t('invalid.title')} tab={t('tab')} />
      <Alert
        kind="warning"
        title={t('invalid.what')}
        actions={
          <Button data-event="SIGN_IN" onClick={onSignIn}>
            {t('invalid.signIn')}
          </Button>
        }
      >
        {t('invalid.text')}
      </Alert>
    </>
  );
}
