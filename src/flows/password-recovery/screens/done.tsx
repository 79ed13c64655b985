import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PasswordRecoveryContext } from '#machines/password-recovery/password-recovery.types.ts';
import { paths } from '#src/paths.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { SUPPORT_EMAIL } from '#openapi/support.ts';

/**
 * The password is set: what follows from it, and on to signing in, or first to what thaws an account that is frozen all
 * the same.
 */
export function DoneScreen({
  frozen,
  onSignIn,
}: Pick<PasswordRecoveryContext, 'frozen'> & { readonly onSignIn: () => void }) {
  const { t } = useTranslation('password-recovery');
  const isFrozen = frozen === 'member' || frozen === 'support';
  return (
    <>
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
        <p>
          <a href={`mailto:${SUPPORT_EMAIL}`} className="text-link inline-block py-2">
            {t('done.frozen.write', { email: SUPPORT_EMAIL })}
          </a>
        </p>
      )}
      <Button block kind={isFrozen ? 'secondary' : 'primary'} data-event="SIGN_IN" onClick={onSignIn}>
        {t('done.signIn')}
      </Button>
      {frozen === null && (
        <p>
          <Link to={paths.frozen} className="text-link inline-block py-2">
            {t('done.isFrozen')}
          </Link>
        </p>
      )}
    </>
  );
}
