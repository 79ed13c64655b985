import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import { confirmationMachine } from '#machines/confirmation/confirmation.machine.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { CodeScreen } from './screens/code.tsx';

export interface ConfirmationProps {
  readonly actor: ActorRefFrom<typeof confirmationMachine>;
  /** What the act is called in the browser's tab. */
  readonly tab: string;
  /** In short, what is being confirmed: it stays in sight while the code is typed. */
  readonly summary: ReactNode;
}

/** The machine inside of a flow that has a draft confirmed; Back out of it leads to the review. */
export function confirmedAfter(review: string) {
  return { id: 'confirmation', machine: confirmationMachine, leadsBackTo: review } as const;
}

/**
 * The step that every act which moves money goes through: a reviewed draft is confirmed with the second factor (D-08).
 */
export function Confirmation({ actor, tab, summary }: ConfirmationProps) {
  const { t } = useTranslation(['confirmation', 'common']);
  const snapshot = useSelector(actor, (state) => state);
  const { problem } = snapshot.context;
  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries.confirmation}>
      {(snapshot.matches('readingDraft') || snapshot.matches('confirmingWithoutCode')) && (
        <>
          <PageHeading title={t('noCode')} tab={tab} />
          <Waiting what={snapshot.matches('readingDraft') ? t('reading') : t('working')} />
        </>
      )}
      {snapshot.matches('draftUnavailable') && problem !== null && (
        <>
          <PageHeading title={t('noCode')} tab={tab} />
          {summary}
          <ProblemAlert
            problem={problem}
            actions={
              <>
                <Button data-event="RETRY" onClick={() => actor.send({ type: 'RETRY' })}>
                  {t('common:action.retry')}
                </Button>
                <Button kind="quiet" data-event="BACK" onClick={() => actor.send({ type: 'BACK' })}>
                  {t('common:action.back')}
                </Button>
              </>
            }
          />
        </>
      )}
      {(snapshot.matches('outcomeUnknown') || snapshot.matches('reconciling')) && (
        <OutcomeUnknown tab={tab} asking={snapshot.hasTag('waiting')} onAsk={() => actor.send({ type: 'RETRY' })} />
      )}
      {(snapshot.matches('sendingCode') || snapshot.matches('enteringCode') || snapshot.matches('confirming')) && (
        <CodeScreen snapshot={snapshot} tab={tab} summary={summary} send={actor.send} />
      )}
    </FlowScreen>
  );
}
