import { useTranslation } from 'react-i18next';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

/** The account is frozen: how to come back, and on to signing in. */
export function FrozenScreen({ onSignIn }: { readonly onSignIn: () => void }) {
  const { t } = useTranslation('account-freeze');
  return (
    <>
      <PageHeading title={t('done.title')} tab={t('tab')} />
      <Notice kind="success" title={t('done.what')}>
        {t('done.text')}
      </Notice>
      <Button block data-event="SIGN_IN" onClick={onSignIn}>
        {t('done.signIn')}
      </Button>
    </>
  );
}
