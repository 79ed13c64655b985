import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import { confirmationMachine } from '#machines/confirmation/confirmation.machine.ts';
import type { OpenDraft } from '#machines/confirmation/open-draft.ts';
import type texts from '#locales/en-US/confirmation.json';
import { childFlow } from '#src/flow/child-flow.tsx';
import { OutcomeUnknown } from '#src/flow/outcome-unknown.tsx';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import type { DraftProps, Screen, ScreenProps } from '#src/flow/screen-props.ts';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { confirmationEntries } from './confirmation.ports.ts';
import { CodeScreen } from './screens/code.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    confirmation: typeof texts;
  }
}

/** The machine inside a flow that has a draft confirmed; Back out of it leads to the review. */
export function confirmedAfter(review: string) {
  return { id: 'confirmation', machine: confirmationMachine, leadsBackTo: review } as const;
}

/** A flow that holds a draft, as its screens see it. */
interface Holding<TDraft> {
  readonly snapshot: { readonly context: { readonly open: OpenDraft<TDraft> | null } };
}

interface Confirming<TDraft> extends Pick<DraftProps<TDraft>, 'until'> {
  readonly title: string;
  readonly snapshot: Holding<TDraft>['snapshot'] & {
    readonly children: { readonly confirmation?: ActorRefFrom<typeof confirmationMachine> | undefined };
  };
}

/** The screen of a flow whose draft is confirmed with the second factor, below what it is about in short. */
export function confirming<TDraft>(Summary: Screen<DraftProps<TDraft>>): Screen<Confirming<TDraft>> {
  return function Confirming({ title, snapshot, until }: Confirming<TDraft>) {
    const { confirmation } = snapshot.children;
    const { open } = snapshot.context;
    if (confirmation === undefined || open === null) return null;
    return <Confirmation actor={confirmation} own={{ title, summary: <Summary draft={open.draft} until={until} /> }} />;
  };
}

/** A screen of the draft that a flow holds. */
export function withDraft<TProps extends { readonly draft: unknown }>(
  Shown: Screen<TProps>,
): Screen<Omit<TProps, 'draft'> & Holding<TProps['draft']>> {
  return function WithDraft(props: Omit<TProps, 'draft'> & Holding<TProps['draft']>) {
    const { open } = props.snapshot.context;
    return open !== null && <Shown {...({ ...props, draft: open.draft } as unknown as TProps)} />;
  };
}

/** What the flow says about the draft that is confirmed. */
interface Confirmed {
  /** The name of the act in the browser's tab. */
  readonly title: string;
  /** A summary of what is being confirmed, visible while the code is typed. */
  readonly summary: ReactNode;
}

type Props = ScreenProps<typeof confirmationMachine> & Confirmed;

/** The step of every act that moves money: a reviewed draft is confirmed with the second factor (D-08). */
const Confirmation = childFlow<typeof confirmationMachine, Confirmed>({
  entries: confirmationEntries,
  screens: {
    'confirmation-reading': Reading,
    'confirmation-unavailable': Unavailable,
    'confirmation-code': CodeScreen,
    'confirmation-unknown': OutcomeUnknown,
  },
});

function Reading({ snapshot, title }: Props) {
  const { t } = useTranslation('confirmation');
  return (
    <>
      <PageHeading title={t('noCode')} tab={title} />
      <Waiting what={snapshot.matches('readingDraft') ? t('reading') : t('working')} />
    </>
  );
}

function Unavailable({ snapshot, send, title, summary }: Props) {
  const { t } = useTranslation(['confirmation', 'common']);
  const { problem } = snapshot.context;
  return (
    <>
      <PageHeading title={t('noCode')} tab={title} />
      {summary}
      {problem !== null && (
        <ProblemAlert
          problem={problem}
          actions={
            <>
              <Button data-event="RETRY" onClick={() => send({ type: 'RETRY' })}>
                {t('common:action.retry')}
              </Button>
              <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
                {t('common:action.back')}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
