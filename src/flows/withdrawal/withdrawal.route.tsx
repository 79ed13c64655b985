import { withdrawalMachine } from '#machines/withdrawal/withdrawal.machine.ts';
import { resumable } from '#machines/withdrawal/withdrawal.rules.ts';
import type texts from '#locales/en-US/withdrawal.json';
import { beside } from '#src/flow/beside.tsx';
import { flowRoute } from '#src/flow/flow-route.tsx';
import { OnHold } from '#src/flow/on-hold.tsx';
import { optionsScreen, withOptions } from '#src/flow/options-screen.tsx';
import { unconfirmable } from '#src/flow/unconfirmable.tsx';
import { addressOf, paths } from '#src/paths.ts';
import { confirmedAfter, confirming, withDraft } from '../confirmation/confirmation.tsx';
import { draftDelays, draftWithBalance } from '../confirmation/use-draft.ts';
import { Aside } from './screens/aside.tsx';
import { CompareScreen } from './screens/compare.tsx';
import { FormScreen } from './screens/form.tsx';
import { Rest, ReviewScreen, Summary } from './screens/review.tsx';
import { getWithdrawalOptions, withdrawalEntries, withdrawalPorts } from './withdrawal.ports.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    withdrawal: typeof texts;
  }
}

const Options = optionsScreen('withdrawal:loading', 'withdrawal:text');
const useDraft = draftWithBalance(getWithdrawalOptions);

/** /Withdraw and /Withdraw2 (F-10): the form, the quote, the second factor. */
export const WithdrawalRoute = flowRoute({
  machine: withdrawalMachine,
  title: 'withdrawal:title',
  entries: withdrawalEntries,
  ports: withdrawalPorts,
  delays: draftDelays,
  input: (_, stored) => ({ resume: stored && resumable(stored.checkpoint, stored.age) }),
  child: confirmedAfter(paths.withdrawReview),
  useRun: useDraft,
  Frame: beside(Aside),
  screens: {
    'withdrawal-loading': Options,
    'withdrawal-unavailable': Options,
    'withdrawal-on-hold': OnHold,
    'withdrawal-unconfirmable': unconfirmable('withdrawal:unconfirmable', 'money:toWallet'),
    'withdrawal-form': withOptions(FormScreen),
    'withdrawal-compare': withDraft(CompareScreen),
    'withdrawal-review': withDraft(ReviewScreen),
    'confirmation-reading': confirming(Summary, Rest),
  },
  end: (output, { goTo }) => {
    if (output.kind === 'left') goTo(paths.wallet);
    else goTo(addressOf(paths.receipt, { id: output.receiptId }), { notice: 'withdrawalAccepted' });
  },
});
