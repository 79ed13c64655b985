import { useSelector } from '@xstate/react';
import { useLayoutEffect, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { confirmationMachine } from '#machines/confirmation/confirmation.machine.ts';
import { exchangeMachine } from '#machines/exchange/exchange.machine.ts';
import { resumable } from '#machines/exchange/exchange.rules.ts';
import type { ExchangeCheckpoint, ExchangeOutput } from '#machines/exchange/exchange.types.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { OptionsScreen } from '#src/flow/options-screen.tsx';
import { useBalance } from '#src/flow/use-balance.ts';
import { useDeadline } from '#src/flow/use-deadline.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { machineBack, routeAt, useFlowUrl } from '#src/flow/use-flow-url.ts';
import { addressOf, isPath, paths } from '#src/paths.ts';
import { useServices, type Services } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { Confirmation } from '../confirmation/confirmation.tsx';
import { confirmationPorts } from '../confirmation/confirmation.ports.ts';
import { getExchangeOptions, exchangePorts } from './exchange.ports.ts';
import { FormScreen } from './screens/form.tsx';
import { ExpiredScreen, QuoteScreen, Summary } from './screens/quote.tsx';

/** Where the confirmation leads back to. */
const QUOTE = `${paths.exchange}?step=quote`;

/** /Exchange (F-12): the pair and the amount, a quote that runs out, the second factor where the rules ask for it. */
export function ExchangeRoute() {
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  return <ExchangeFlow key={run} restart={restart} />;
}

/** Where an interrupted flow goes on; whoever comes to the first page again finds the form, with what was typed last. */
function interrupted({ checkpoints }: Services, at: string): ExchangeCheckpoint | null {
  const stored = checkpoints.load('exchange');
  const checkpoint = stored === null ? null : resumable(stored.checkpoint, stored.age);
  return checkpoint === null || checkpoint.step === 'entering' || !isPath(at, paths.exchange) ? checkpoint : null;
}

function ExchangeFlow({ restart }: { readonly restart: () => void }) {
  const { t } = useTranslation('exchange');
  const services = useServices();
  const location = useLocation();
  // Read once: what the address becomes later is the flow's own doing.
  const [input] = useState(() => ({ resume: interrupted(services, routeAt(location)) }));
  const machine = useMemo(
    () =>
      exchangeMachine.provide({
        actors: { ...exchangePorts(services), confirmation: confirmationMachine.provide({ actors: confirmationPorts(services) }) },
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('exchange', checkpoint),
          forgetCheckpoint: () => services.checkpoints.forget('exchange'),
        },
      }),
    [services],
  );
  const { actor, snapshot } = useFlowActor(machine, input);
  const confirmation = useSelector(actor, (state) => state.children.confirmation);
  const { open, options } = snapshot.context;
  const until = useDeadline(open, services.now);
  useBalance({ snapshot, options, send: actor.send, read: (signal) => getExchangeOptions(services, signal) });
  useFlowUrl({ snapshot, back: () => (confirmation ? machineBack(confirmationMachine, confirmation, QUOTE) : machineBack(exchangeMachine, actor)), restart });
  useEnd(snapshot.output);

  const screen = { snapshot, send: actor.send };
  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries.exchange}>
      {(snapshot.matches('loadingOptions') || snapshot.matches('optionsUnavailable')) && <OptionsScreen title={t('title')} loading={t('loading')} snapshot={snapshot} onRetry={() => actor.send({ type: 'RETRY' })} />}
      {(snapshot.matches('enteringExchange') || snapshot.matches('creatingExchange')) && options !== null && <FormScreen {...screen} options={options} />}
      {snapshot.matches('reviewing') && open !== null && <QuoteScreen {...screen} draft={open.draft} until={until} />}
      {snapshot.matches('quoteExpired') && <ExpiredScreen {...screen} />}
      {confirmation !== undefined && open !== null && <Confirmation actor={confirmation} tab={t('title')} summary={<Summary draft={open.draft} until={until} />} />}
    </FlowScreen>
  );
}

/** Once the exchange is made its receipt is shown; the flow's last step is not come back to. */
function useEnd(output: ExchangeOutput | undefined): void {
  const { send } = useSession();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    if (output === undefined) return;
    if (output.kind === 'sessionEnded') {
      send({ type: 'SESSION_ENDED' });
      return;
    }
    void navigate(addressOf(paths.receipt, { id: output.receiptId }), { replace: true, state: { notice: 'exchanged' } });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the flow ends
  }, [output]);
}
