import { useTranslation } from 'react-i18next';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

/** The password is set: what follows from it, and on to signing in. */
export function DoneScreen({ onSignIn }: { readonly onSignIn: () => void }) {
  const { t } = useTranslation('password-recovery');
  return (
    <>
      <PageHeading title={t('done.title')} tab={t('tab')} />
      <Notice kind="success" title={t('done.what')}>
        {t('done.notOver')}
      </Notice>
      <ul className="flex list-disc flex-col gap-3 pl-5">
        <li>{t('done.sessions')}</li>
        <li>{t('done.withdrawals')}</li>
        <li>{t('done.secondFactor')}</li>
      </ul>
      <Button block data-event="SIGN_IN" onClick={onSignIn}>
        {t('done.signIn')}
      </Button>
    </>
  );
}
