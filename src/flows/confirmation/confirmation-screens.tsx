import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { confirmationMachine } from '#machines/confirmation/confirmation.machine.ts';
import { childFlow } from '#src/flow/child-flow.tsx';
import { NotDone, OutcomeUnknown } from '#src/flow/outcome-unknown.tsx';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { Button } from '#src/ui/button.tsx';
import { lazyPage, PageSlot } from '#src/ui/lazy-page.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Submit } from '#src/ui/submit.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { confirmationEntries } from './confirmation.ports.ts';
import { CodeScreen } from './screens/code.tsx';

/** What the flow says about the draft that is confirmed. */
interface Confirmed {
  /** The name of the act in the browser's tab. */
  readonly title: string;
  /** What is being confirmed, in short and with every figure: it stands above what confirms it. */
  readonly summary: ReactNode;
  /** How long it holds, and the rest of it: below what confirms it. */
  readonly rest: ReactNode;
}

type Props = ScreenProps<typeof confirmationMachine> & Confirmed;

const screensOfPasskey = {
  device: lazyPage<Props>(() => import('./screens/passkey.tsx').then((module) => module.PasskeyScreen)),
  stopped: lazyPage<Props>(() => import('./screens/passkey.tsx').then((module) => module.StoppedScreen)),
};

/** A screen of a passkey: its code is fetched only by members who have one. */
function passkeyScreen(name: keyof typeof screensOfPasskey): ComponentType<Props> {
  const { Page } = screensOfPasskey[name];
  return function OfPasskey(props: Props) {
    const { t } = useTranslation('confirmation');
    const fetching = (
      <>
        <PageHeading title={t('passkey.title')} tab={props.title} />
        {props.summary}
        <Waiting what={t('reading')} />
      </>
    );
    return (
      <PageSlot waiting={fetching}>
        <Page {...props} />
      </PageSlot>
    );
  };
}

/** The step of every act that moves money: a reviewed draft is confirmed with the second factor (D-08). */
export const Confirmation = childFlow<typeof confirmationMachine, Confirmed>({
  entries: confirmationEntries,
  screens: {
    'confirmation-reading': Reading,
    'confirmation-resumed': Unavailable,
    'confirmation-unavailable': Unavailable,
    'confirmation-device': passkeyScreen('device'),
    'confirmation-stopped': passkeyScreen('stopped'),
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

/** Nothing is on its way: one press begins, or repeats, what has to be done. */
function Unavailable({ snapshot, send, title, summary, rest }: Props) {
  const { t } = useTranslation(['confirmation', 'common']);
  const { problem } = snapshot.context;
  // A visit that was interrupted before its act was confirmed.
  const isResumed = snapshot.matches('notConfirmed');
  const type = isResumed ? 'CONFIRM' : 'RETRY';
  const actions = (
    <>
      <Button block={isResumed} data-event={type} onClick={() => send({ type })}>
        {isResumed ? t('submit') : t('common:action.retry')}
      </Button>
      <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
        {t('common:action.back')}
      </Button>
    </>
  );
  return (
    <>
      <PageHeading title={t('noCode')} tab={title} note={isResumed && t('resumed')} />
      {summary}
      {isResumed ? (
        <Submit>{actions}</Submit>
      ) : snapshot.matches('notDone') ? (
        <NotDone actions={actions} />
      ) : (
        problem !== null && <ProblemAlert problem={problem} actions={actions} />
      )}
      {rest}
    </>
  );
}
