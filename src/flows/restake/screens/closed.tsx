import { useTranslation } from 'react-i18next';
import { AmountProblemAlert } from '#src/flow/amount-problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import type { RestakeScreenProps } from './screen-props.ts';

/** Leads back to the stakes; beside what leads on it is `short`, since both share a line of a phone. */
export function LeaveButton({
  send,
  kind = 'quiet',
  short = false,
}: Pick<RestakeScreenProps, 'send'> & { readonly kind?: 'primary' | 'quiet'; readonly short?: boolean }) {
  const { t } = useTranslation(['restake', 'common']);
  return (
    <Button kind={kind} data-event="LEAVE" onClick={() => send({ type: 'LEAVE' })}>
      {short ? t('common:action.back') : t('leave')}
    </Button>
  );
}

/** The URL names a stake that is not one of the member's. */
export function GoneScreen({ snapshot, send }: RestakeScreenProps) {
  const { t } = useTranslation('restake');
  const { problem } = snapshot.context;
  return (
    <>
      <PageHeading title={t('title')} />
      {problem !== null && (
        <AmountProblemAlert problem={problem} actions={<LeaveButton send={send} kind="primary" />} />
      )}
    </>
  );
}
