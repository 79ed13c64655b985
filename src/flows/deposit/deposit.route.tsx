import { depositMachine } from '#machines/deposit/deposit.machine.ts';
import { resumable } from '#machines/deposit/deposit.rules.ts';
import type { DepositCheckpoint } from '#machines/deposit/deposit.types.ts';
import type texts from '#locales/en-US/deposit.json';
import { beside } from '#src/flow/beside.tsx';
import { flowRoute, type Stored } from '#src/flow/flow-route.tsx';
import { optionsScreen } from '#src/flow/options-screen.tsx';
import { addressOf, isPath, paths } from '#src/paths.ts';
import { OutcomeUnknown } from '#src/flow/outcome-unknown.tsx';
import { depositEntries, depositPorts } from './deposit.ports.ts';
import { Aside } from './screens/aside.tsx';
import { FormScreen } from './screens/form.tsx';
import { WatchScreen } from './screens/watch.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    deposit: typeof texts;
  }
}

const Options = optionsScreen('deposit:loading', 'deposit:note');

/** The notice for each end, on the receipt that it leads to. */
const NOTICES = {
  credited: 'depositCredited',
  notApproved: 'depositNotApproved',
  cancelled: 'depositCancelled',
} as const;

/**
 * /Deposit and /Deposit2 (F-09): what is to be deposited, the address for it, and what the chain reports until it is
 * credited.
 */
export const DepositRoute = flowRoute({
  machine: depositMachine,
  title: 'deposit:title',
  entries: depositEntries,
  ports: depositPorts,
  input: ({ location }, stored) => ({ resume: interrupted(stored, location.pathname) }),
  Frame: beside(Aside),
  screens: {
    'deposit-loading': Options,
    'deposit-unavailable': Options,
    'deposit-form': FormScreen,
    'deposit-reading': WatchScreen,
    'deposit-lost': WatchScreen,
    'deposit-address': WatchScreen,
    'deposit-confirmations': WatchScreen,
    'deposit-unknown': OutcomeUnknown,
  },
  end: ({ kind, receiptId }, { goTo }) => goTo(addressOf(paths.receipt, { id: receiptId }), { notice: NOTICES[kind] }),
});

/** Where an interrupted flow resumes. The flow's first page always shows the form, with what was typed last. */
function interrupted(stored: Stored, pathname: string): DepositCheckpoint | null {
  const checkpoint = resumable(stored?.checkpoint);
  return checkpoint === null || checkpoint.step === 'entering' || isPath(pathname, paths.depositAddress)
    ? checkpoint
    : null;
}
