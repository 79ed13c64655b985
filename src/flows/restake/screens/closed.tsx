import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { paths } from '#src/paths.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import type { RestakeScreenProps } from './screen-props.ts';

/** Leads back to the stakes. */
export function LeaveButton({ send, kind = 'quiet' }: Pick<RestakeScreenProps, 'send'> & { readonly kind?: 'primary' | 'quiet' }) {
  const { t } = useTranslation('restake');
  return (
    <Button kind={kind} data-event="LEAVE" onClick={() => send({ type: 'LEAVE' })}>
      {t('leave')}
    </Button>
  );
}

/** The address names a stake that is none of the member's. */
export function GoneScreen({ snapshot, send }: RestakeScreenProps) {
  const { t } = useTranslation('restake');
  const { problem } = snapshot.context;
  return (
    <>
      <PageHeading title={t('title')} />
      {problem !== null && <ProblemAlert problem={problem} actions={<LeaveButton send={send} kind="primary" />} />}
    </>
  );
}

/** There is nothing to confirm with: the two ways to get it. */
export function UnconfirmableScreen({ send }: RestakeScreenProps) {
  const { t } = useTranslation('restake');
  return (
    <>
      <PageHeading title={t('unconfirmable.title')} tab={t('title')} note={t('unconfirmable.text')} />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`${paths.account}?step=verify`}>{t('unconfirmable.verify')}</ButtonLink>
        <ButtonLink kind="secondary" to={paths.authentication}>
          {t('unconfirmable.bind')}
        </ButtonLink>
        <LeaveButton send={send} />
      </div>
    </>
  );
}
