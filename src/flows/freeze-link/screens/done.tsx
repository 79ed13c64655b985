import { useTranslation } from 'react-i18next';
import type { freezeLinkMachine } from '#machines/freeze-link/freeze-link.machine.ts';
import { FrozenScreen } from '#src/flow/frozen.tsx';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { paths } from '#src/paths.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

/** The account is frozen. If only support can thaw it, no link is offered that would. */
export function DoneScreen({ snapshot, send }: ScreenProps<typeof freezeLinkMachine>) {
  return <FrozenScreen send={send} onlySupport={snapshot.context.thawBy === 'support'} />;
}

/** Support has the objection, and the account is frozen until support has answered it. */
export function ObjectedScreen({ send }: ScreenProps<typeof freezeLinkMachine>) {
  const { t } = useTranslation('account-freeze');
  return (
    <>
      <PageHeading title={t('object.done.title')} tab={t('object.tab')} />
      <Notice kind="success" title={t('object.done.what')}>
        {t('object.done.text')}
      </Notice>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.help}>{t('object.done.help')}</ButtonLink>
        <Button kind="quiet" data-event="SIGN_IN" onClick={() => send({ type: 'SIGN_IN' })}>
          {t('done.signIn')}
        </Button>
      </div>
    </>
  );
}
