import { useTranslation } from 'react-i18next';
import type { usernameRecoveryMachine } from '#machines/username-recovery/username-recovery.machine.ts';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { PerchScene } from '#src/ui/perch-scene.tsx';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

/** The name is on its way; it is never shown on a page, where anybody could see it. */
export function DoneScreen({ snapshot, send }: ScreenProps<typeof usernameRecoveryMachine>) {
  const { t } = useTranslation('username-recovery');
  return (
    <>
      <PerchScene mood="arrived" />
      <PageHeading title={t('done.title')} tab={t('tab')} />
      <Notice kind="success" title={t('done.what')}>
        {t('done.text', { email: snapshot.context.email ?? '' })}
      </Notice>
      <p className="text-muted">{t('done.late')}</p>
      <Button block data-event="SIGN_IN" onClick={() => send({ type: 'SIGN_IN' })}>
        {t('done.signIn')}
      </Button>
    </>
  );
}
