import { useTranslation } from 'react-i18next';
import { paths } from '#src/paths.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

/**
 * The account is frozen, by its member or by a link of a mail: how to come back, and on to signing in. With
 * `onlySupport` no link thaws it.
 */
export function FrozenScreen({
  send,
  onlySupport = false,
}: {
  readonly send: (event: { readonly type: 'SIGN_IN' }) => void;
  readonly onlySupport?: boolean;
}) {
  const { t } = useTranslation('account-freeze');
  return (
    <>
      <PageHeading title={t('done.title')} tab={t('tab')} />
      <Notice kind="success" title={t('done.what')}>
        {onlySupport ? t('done.onlySupport') : t('done.text')}
      </Notice>
      <div className="flex flex-wrap gap-3">
        {/* Nobody can sign in to a frozen account. */}
        {onlySupport ? (
          <ButtonLink to={paths.help}>{t('object.done.help')}</ButtonLink>
        ) : (
          <ButtonLink to={paths.frozen}>{t('done.thaw')}</ButtonLink>
        )}
        <Button kind="quiet" data-event="SIGN_IN" onClick={() => send({ type: 'SIGN_IN' })}>
          {t('done.signIn')}
        </Button>
      </div>
    </>
  );
}
