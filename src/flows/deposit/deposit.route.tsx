import { useLayoutEffect, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { depositMachine } from '#machines/deposit/deposit.machine.ts';
import { resumable } from '#machines/deposit/deposit.rules.ts';
import type { DepositCheckpoint, DepositOutput } from '#machines/deposit/deposit.types.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { OptionsScreen } from '#src/flow/options-screen.tsx';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { machineBack, useFlowUrl } from '#src/flow/use-flow-url.ts';
import { addressOf, isPath, paths } from '#src/paths.ts';
import { useServices, type Services } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { depositPorts } from './deposit.ports.ts';
import { FormScreen } from './screens/form.tsx';
import type { ScreenProps } from './screens/screen-props.ts';
import { WatchScreen } from './screens/watch.tsx';

/** /Deposit and /Deposit2 (F-09): what is to come in, the address for it, and what the chain says until it is credited. */
export function DepositRoute() {
  const [run, restart] = useReducer((count: number) => count + 1, 0);
  return <DepositFlow key={run} restart={restart} />;
}

/** Where an interrupted flow goes on; whoever comes to the first page again finds the form, with what was typed last. */
function interrupted({ checkpoints }: Services, pathname: string): DepositCheckpoint | null {
  const checkpoint = resumable(checkpoints.load('deposit')?.checkpoint);
  return checkpoint === null || checkpoint.step === 'entering' || isPath(pathname, paths.depositAddress) ? checkpoint : null;
}

function DepositFlow({ restart }: { readonly restart: () => void }) {
  const services = useServices();
  const { pathname } = useLocation();
  // Read once: what the address becomes later is the flow's own doing.
  const [input] = useState(() => ({ resume: interrupted(services, pathname) }));
  const machine = useMemo(
    () =>
      depositMachine.provide({
        actors: depositPorts(services),
        actions: {
          saveCheckpoint: (_, checkpoint) => services.checkpoints.save('deposit', checkpoint),
          forgetCheckpoint: () => services.checkpoints.forget('deposit'),
        },
      }),
    [services],
  );
  const { actor, snapshot } = useFlowActor(machine, input);
  useFlowUrl({ snapshot, back: () => machineBack(depositMachine, actor), restart });
  useEnd(snapshot.output);
  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries.deposit}>
      <Screen snapshot={snapshot} send={actor.send} services={services} />
    </FlowScreen>
  );
}

/** How each end is told on the receipt that it leads to. */
const NOTICES = { credited: 'depositCredited', notApproved: 'depositNotApproved', cancelled: 'depositCancelled' } as const;

/** Leads on to the receipt, which says how the flow ended. */
function useEnd(output: DepositOutput | undefined): void {
  const { send } = useSession();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    if (output === undefined) return;
    if (output.kind === 'sessionEnded') {
      send({ type: 'SESSION_ENDED' });
      return;
    }
    // The finished flow's place is taken, so that Back does not lead into its last step again.
    void navigate(addressOf(paths.receipt, { id: output.receiptId }), { replace: true, state: { notice: NOTICES[output.kind] } });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the flow ends; another language then must not say it again
  }, [output]);
}

/** The screen of the present state. */
function Screen({ services, ...props }: ScreenProps & { readonly services: Services }) {
  const { t } = useTranslation('deposit');
  const { snapshot, send } = props;
  if (snapshot.status === 'done') return null;
  if (snapshot.matches('loadingOptions') || snapshot.matches('optionsUnavailable')) return <OptionsScreen title={t('title')} loading={t('loading')} snapshot={snapshot} onRetry={() => send({ type: 'RETRY' })} />;
  if (snapshot.matches('enteringDeposit') || snapshot.matches('creatingDeposit')) return <FormScreen {...props} lastAsset={services.storage.get('depositAssetName')} />;
  if (snapshot.matches('outcomeUnknown') || snapshot.matches('reconciling')) {
    return <OutcomeUnknown tab={t('title')} asking={snapshot.hasTag('waiting')} onAsk={() => send({ type: 'RETRY' })} />;
  }
  return <WatchScreen {...props} now={services.now} />;
}
