import { useTranslation } from 'react-i18next';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

/** The name is on its way; it is never shown on a page, which anybody could be looking at. */
export function DoneScreen({ email, onSignIn }: { readonly email: string; readonly onSignIn: () => void }) {
  const { t } = useTranslation('username-recovery');
  return (
    <>
      <PageHeading title={t('done.title')} tab={t('tab')} />
      <Notice kind="success" title={t('done.what')}>
        {t('done.text', { email })}
      </Notice>
      <p className="text-muted">{t('done.late')}</p>
      <Button block data-event="SIGN_IN" onClick={onSignIn}>
        {t('done.signIn')}
      </Button>
    </>
  );
}
