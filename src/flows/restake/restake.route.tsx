import { useTranslation } from 'react-i18next';
import { restakeMachine } from '#machines/restake/restake.machine.ts';
import { flowRoute, type Flow } from '#src/flow/flow-route.tsx';
import { OptionsScreen } from '#src/flow/options-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { useDeadline } from '#src/flow/use-deadline.ts';
import { addressOf, paths } from '#src/paths.ts';
import { Confirmation, confirmedAfter } from '../confirmation/confirmation.tsx';
import { confirmationPort } from '../confirmation/confirmation.ports.ts';
import { restakePorts } from './restake.ports.ts';
import { beginning } from './restake.start.ts';
import { GoneScreen, UnconfirmableScreen } from './screens/closed.tsx';
import { OptionsForm } from './screens/options.tsx';
import { DecidedScreen, RunningScreen } from './screens/resting.tsx';
import { ReviewScreen, Summary } from './screens/review.tsx';

type RestakeFlow = Flow<typeof restakeMachine>;
type Drafted = RestakeFlow & { readonly until: number };

/** /ReStaking (F-14): what becomes of a stake that was lifted. Without a stake the member chooses one on /Staking. */
export const RestakeRoute = flowRoute({
  machine: restakeMachine,
  entries: refusedEntries.restake,
  ports: (services) => ({ ...restakePorts(services), confirmation: confirmationPort(services) }),
  input: ({ services, location }) => beginning(services.checkpoints, location),
  elsewhere: paths.staking,
  child: confirmedAfter(`${paths.restake}?step=review`),
  useRun: useDraft,
  screens: {
    'restake-loading': Options,
    'restake-unavailable': Options,
    'restake-gone': GoneScreen,
    'restake-unconfirmable': UnconfirmableScreen,
    'restake-running': Running,
    'restake-decided': Decided,
    'restake-options': Choosing,
    'restake-review': Review,
    'confirmation-reading': Confirming,
  },
  wide: ['restake-options'],
  end: (output, { goTo }) => {
    if (output.kind === 'left') return goTo(paths.staking);
    const notice = output.option === 'withdraw' ? 'stakeWithdrawn' : 'restaked';
    return goTo(addressOf(paths.receipt, { id: output.receiptId }), { notice });
  },
});

/** Tells until when the draft holds. */
function useDraft({ snapshot, now }: RestakeFlow): { readonly until: number } {
  return { until: useDeadline(snapshot.context.open, now) };
}

function Options({ snapshot, send }: RestakeFlow) {
  const { t } = useTranslation('restake');
  return (
    <OptionsScreen
      title={t('title')}
      loading={t('loading')}
      snapshot={snapshot}
      onRetry={() => send({ type: 'RETRY' })}
    />
  );
}

function Running({ snapshot, send }: RestakeFlow) {
  const { options } = snapshot.context;
  return options !== null && <RunningScreen snapshot={snapshot} send={send} options={options} />;
}

function Decided({ snapshot, send }: RestakeFlow) {
  const { options } = snapshot.context;
  return options !== null && <DecidedScreen snapshot={snapshot} send={send} options={options} />;
}

function Choosing({ snapshot, send }: RestakeFlow) {
  const { options } = snapshot.context;
  return options !== null && <OptionsForm snapshot={snapshot} send={send} options={options} />;
}

function Review({ snapshot, send, until }: Drafted) {
  const { open } = snapshot.context;
  return open !== null && <ReviewScreen snapshot={snapshot} send={send} draft={open.draft} until={until} />;
}

function Confirming({ snapshot, until }: Drafted) {
  const { t } = useTranslation('restake');
  const { confirmation } = snapshot.children;
  const { open } = snapshot.context;
  if (confirmation === undefined || open === null) return null;
  return <Confirmation actor={confirmation} tab={t('title')} summary={<Summary draft={open.draft} until={until} />} />;
}
