import { useTranslation } from 'react-i18next';
import { paths } from '#src/paths.ts';
import { useIsMember } from '#src/session/session.provider.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

/** The link freezes nothing: used, too old, or cut off. The ways that are left; who is signed in needs no link. */
export function LinkInvalidScreen({ onSignIn }: { readonly onSignIn: () => void }) {
  const { t } = useTranslation('account-freeze');
  const isMember = useIsMember();
  return (
    <>
      <PageHeading title={t('invalid.title')} tab={t('tab')} />
      <Alert
        kind="warning"
        title={t('invalid.what')}
        actions={
          isMember ? (
            <ButtonLink to={`${paths.account}?step=freeze`}>{t('invalid.freeze')}</ButtonLink>
          ) : (
            <Button data-event="SIGN_IN" onClick={onSignIn}>
              {t('invalid.signIn')}
            </Button>
          )
        }
      >
        {isMember ? t('invalid.signedIn') : t('invalid.text')}
      </Alert>
    </>
  );
}
