import { useTranslation } from 'react-i18next';
import { PerchScene } from '#src/ui/perch-scene.tsx';
import { WholeText } from '#src/ui/address.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Fact, Facts } from '#src/ui/panel.tsx';
import type { ScreenProps } from './screen-props.ts';

/** /DoneSignup: the welcome, with what the new member should keep. */
export function DoneScreen({ snapshot, send }: ScreenProps) {
  const { t } = useTranslation('sign-up');
  const { member } = snapshot.context;
  if (member === null) return null;
  const { username, positionId, referralCode } = member;
  return (
    <>
      <PerchScene mood="arrived" />
      <PageHeading title={t('done.title')} tab={t('title')} note={t('done.note')} />
      <div className="panel px-5 py-2">
        <Facts>
          <Fact term={t('username.label')}>
            <WholeText text={username} />
          </Fact>
          {positionId !== null && <Fact term={t('done.position')}>{positionId}</Fact>}
          {referralCode !== null && (
            <Fact term={t('done.referralCode')}>
              <WholeText text={referralCode} className="font-mono" />
              <CopyButton text={referralCode} item={t('done.referralCode')} />
            </Fact>
          )}
        </Facts>
      </div>
      <Notice>{t('done.keep')}</Notice>
      <Button block data-event="SIGN_IN" onClick={() => send({ type: 'SIGN_IN' })}>
        {t('done.signIn')}
      </Button>
    </>
  );
}
