import { useSelector } from '@xstate/react';
import { useLayoutEffect, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { confirmationMachine } from '#machines/confirmation/confirmation.machine.ts';
import { transferMachine } from '#machines/transfer/transfer.machine.ts';
import { resumable } from '#machines/transfer/transfer.rules.ts';
import type { TransferOutput } from '#machines/transfer/transfer.types.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { OptionsScreen } from '#src/flow/options-screen.tsx';
import { useBalance } from '#src/flow/use-balance.ts';
import { useDeadline } from '#src/flow/use-deadline.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { machineBack, useFlowUrl } from '#src/flow/use-flow-url.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices, type Services } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { Confirmation } from '../confirmation/confirmation.tsx';
import { confirmationPorts } from '../confirmation/confirmation.ports.ts';
import { FormScreen } from './screens/form.tsx';
import { RecipientScreen } from './screens/recipient.tsx';
import { ReviewScreen, Summary } from './screens/review.tsx';
import { OnHoldScreen, UnconfirmableScreen } from './screens/closed.tsx';
import { getTransferOptions, transferPorts } from './transfer.ports.ts';

/** Where the second factor leads back to. */
const REVIEW = `${paths.transfer}?step=review`;

/** /Transfer (F-11): who gets it, how much, the review, the second factor. */
export function TransferRoute() {
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  return <TransferFlow key={run} restart={restart} />;
}

/** Where an interrupted transfer left off. */
function interrupted({ checkpoints }: Services) {
  const stored = checkpoints.load('transfer');
  return stored === null ? null : resumable(stored.checkpoint, stored.age);
}

function TransferFlow({ restart }: { readonly restart: () => void }) {
  const { t } = useTranslation('transfer');
  const services = useServices();
  const machine = useMemo(
    () =>
      transferMachine.provide({
        actors: { ...transferPorts(services), confirmation: confirmationMachine.provide({ actors: confirmationPorts(services) }) },
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('transfer', checkpoint),
          forgetCheckpoint: () => services.checkpoints.forget('transfer'),
        },
      }),
    [services],
  );
  const [input] = useState(() => ({ resume: interrupted(services) }));
  const { actor, snapshot } = useFlowActor(machine, input);
  const confirmation = useSelector(actor, (state) => state.children.confirmation);
  const { open, options, recipient } = snapshot.context;
  const until = useDeadline(open, services.now);
  useBalance({ snapshot, options, send: actor.send, read: (signal) => getTransferOptions(services, signal) });
  useFlowUrl({ snapshot, back: () => (confirmation ? machineBack(confirmationMachine, confirmation, REVIEW) : machineBack(transferMachine, actor)), restart });
  useEnd(snapshot.output);

  const screen = { snapshot, send: actor.send };
  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries.transfer}>
      {(snapshot.matches('loadingOptions') || snapshot.matches('optionsUnavailable')) && <OptionsScreen title={t('title')} loading={t('loading')} snapshot={snapshot} onRetry={() => actor.send({ type: 'RETRY' })} />}
      {snapshot.matches('onHold') && <OnHoldScreen {...screen} />}
      {snapshot.matches('unconfirmable') && <UnconfirmableScreen {...screen} />}
      {(snapshot.matches('enteringRecipient') || snapshot.matches('findingRecipient')) && <RecipientScreen {...screen} />}
      {(snapshot.matches('enteringTransfer') || snapshot.matches('creatingTransfer')) && options !== null && recipient !== null && <FormScreen {...screen} options={options} recipient={recipient} />}
      {snapshot.matches('reviewing') && open !== null && <ReviewScreen {...screen} draft={open.draft} until={until} />}
      {confirmation !== undefined && open !== null && <Confirmation actor={confirmation} tab={t('title')} summary={<Summary draft={open.draft} until={until} />} />}
    </FlowScreen>
  );
}

/** Once the flow is over, the member goes on from where it leads; its last step is not come back to. */
function useEnd(output: TransferOutput | undefined): void {
  const { send } = useSession();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    if (output === undefined) return;
    if (output.kind === 'sessionEnded') send({ type: 'SESSION_ENDED' });
    else if (output.kind === 'left') void navigate(paths.wallet, { replace: true });
    else void navigate(addressOf(paths.receipt, { id: output.receiptId }), { replace: true, state: { notice: 'transferSent' } });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the flow ends
  }, [output]);
}
