import { useTranslation } from 'react-i18next';
import { PerchScene } from '#src/ui/perch-scene.tsx';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import type { AccountThawScreenProps } from './screen.ts';

/** The account is thawed: on to signing in. */
export function DoneScreen({ send }: Pick<AccountThawScreenProps, 'send'>) {
  const { t } = useTranslation('account-thaw');
  return (
    <>
      <PerchScene mood="arrived" />
      <PageHeading title={t('done.title')} tab={t('tab')} />
      <Notice kind="success" title={t('done.what')}>
        {t('done.text')}
      </Notice>
      <Button block data-event="SIGN_IN" onClick={() => send({ type: 'SIGN_IN' })}>
        {t('done.signIn')}
      </Button>
    </>
  );
}
