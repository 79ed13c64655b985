import { useTranslation } from 'react-i18next';
import { depositMachine } from '#machines/deposit/deposit.machine.ts';
import { resumable } from '#machines/deposit/deposit.rules.ts';
import type { DepositCheckpoint } from '#machines/deposit/deposit.types.ts';
import { flowRoute, type Flow, type Stored } from '#src/flow/flow-route.tsx';
import { OptionsScreen } from '#src/flow/options-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { addressOf, isPath, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { depositPorts } from './deposit.ports.ts';
import { FormScreen } from './screens/form.tsx';
import { WatchScreen } from './screens/watch.tsx';

type DepositFlow = Flow<typeof depositMachine>;

/** How each end is told on the receipt that it leads to. */
const NOTICES = {
  credited: 'depositCredited',
  notApproved: 'depositNotApproved',
  cancelled: 'depositCancelled',
} as const;

/**
 * /Deposit and /Deposit2 (F-09): what is to come in, the address for it, and what the chain says until it is credited.
 */
export const DepositRoute = flowRoute({
  machine: depositMachine,
  entries: refusedEntries.deposit,
  ports: depositPorts,
  input: ({ location }, stored) => ({ resume: interrupted(stored, location.pathname) }),
  screens: {
    'deposit-loading': Options,
    'deposit-unavailable': Options,
    'deposit-form': Form,
    'deposit-reading': WatchScreen,
    'deposit-lost': WatchScreen,
    'deposit-address': WatchScreen,
    'deposit-confirmations': WatchScreen,
    'deposit-unknown': Unknown,
  },
  end: ({ kind, receiptId }, { goTo }) => goTo(addressOf(paths.receipt, { id: receiptId }), { notice: NOTICES[kind] }),
});

/**
 * Where an interrupted flow goes on; whoever comes to the first page again finds the form, with what was typed last.
 */
function interrupted(stored: Stored, pathname: string): DepositCheckpoint | null {
  const checkpoint = resumable(stored?.checkpoint);
  return checkpoint === null || checkpoint.step === 'entering' || isPath(pathname, paths.depositAddress)
    ? checkpoint
    : null;
}

function Options({ snapshot, send }: DepositFlow) {
  const { t } = useTranslation('deposit');
  return (
    <OptionsScreen
      title={t('title')}
      loading={t('loading')}
      snapshot={snapshot}
      onRetry={() => send({ type: 'RETRY' })}
    />
  );
}

function Form({ snapshot, send }: DepositFlow) {
  const { storage } = useServices();
  return <FormScreen snapshot={snapshot} send={send} lastAsset={storage.get('depositAssetName')} />;
}

function Unknown({ snapshot, send }: DepositFlow) {
  const { t } = useTranslation('deposit');
  return <OutcomeUnknown tab={t('title')} asking={snapshot.hasTag('waiting')} onAsk={() => send({ type: 'RETRY' })} />;
}
