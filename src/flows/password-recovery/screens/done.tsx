import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { passwordRecoveryMachine } from '#machines/password-recovery/password-recovery.machine.ts';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { paths } from '#src/paths.ts';
import { PerchScene } from '#src/ui/perch-scene.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { useSupportEmail } from '#src/ui/support-email.ts';

/**
 * The password is set: says what follows, and leads on to signing in, or first to thawing if the account is still
 * frozen.
 */
export function DoneScreen({ snapshot, send }: ScreenProps<typeof passwordRecoveryMachine>) {
  const { t } = useTranslation('password-recovery');
  const supportEmail = useSupportEmail();
  const { frozen } = snapshot.context;
  const isFrozen = frozen === 'member' || frozen === 'support';
  return (
    <>
      <PerchScene mood="arrived" />
      <PageHeading title={t('done.title')} tab={t('tab')} />
      {isFrozen ? (
        <Notice kind="warning" title={t('done.frozen.title')}>
          {t(`done.frozen.${frozen}`)}
        </Notice>
      ) : (
        <Notice kind="success" title={t('done.what')}>
          {frozen === 'no' ? t('done.notOver') : t('done.unlessFrozen')}
        </Notice>
      )}
      <ul className="flex list-disc flex-col gap-3 pl-5">
        <li>{t('done.sessions')}</li>
        <li>{t('done.withdrawals')}</li>
        <li>{t('done.secondFactor')}</li>
      </ul>
      {frozen === 'member' && (
        <ButtonLink block to={paths.frozen}>
          {t('done.frozen.thaw')}
        </ButtonLink>
      )}
      {frozen === 'support' && (
        <a href={`mailto:${supportEmail}`} className="btn press w-full btn-primary">
          {t('done.frozen.write', { email: supportEmail })}
        </a>
      )}
      <Button
        block
        kind={isFrozen ? 'quiet' : 'primary'}
        data-event="SIGN_IN"
        onClick={() => send({ type: 'SIGN_IN' })}
      >
        {t('done.signIn')}
      </Button>
      {frozen === null && (
        <p>
          <Link to={paths.frozen} className="text-link inline-flex min-h-11 items-center">
            {t('done.isFrozen')}
          </Link>
        </p>
      )}
    </>
  );
}
