import { useTranslation } from 'react-i18next';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

/** The account is frozen and this browser signed out: how to come back, and on to signing in. */
export function FrozenScreen({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation('account-freeze');
  return (
    <>
      <PageHeading title={t('done.title')} tab={t('tab')} />
      <Notice kind="success" title={t('done.what')}>
        {t('done.text')}
      </Notice>
      <div>
        <Button onClick={onLeave}>{t('done.signIn')}</Button>
      </div>
    </>
  );
}
