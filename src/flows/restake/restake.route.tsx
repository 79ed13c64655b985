import { restakeMachine } from '#machines/restake/restake.machine.ts';
import type texts from '#locales/en-US/restake.json';
import { flowRoute } from '#src/flow/flow-route.tsx';
import { optionsScreen, withOptions } from '#src/flow/options-screen.tsx';
import { unconfirmable } from '#src/flow/unconfirmable.tsx';
import { addressOf, paths } from '#src/paths.ts';
import { confirmedAfter, confirming, withDraft } from '../confirmation/confirmation.tsx';
import { draftDelays, useDraft } from '../confirmation/use-draft.ts';
import { restakeEntries, restakePorts } from './restake.ports.ts';
import { beginning } from './restake.start.ts';
import { GoneScreen } from './screens/closed.tsx';
import { OptionsForm } from './screens/options.tsx';
import { DecidedScreen, RunningScreen } from './screens/resting.tsx';
import { Rest, ReviewScreen, Summary } from './screens/review.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    restake: typeof texts;
  }
}

const Options = optionsScreen('restake:loading');

/** /ReStaking (F-14): what happens to a matured stake. Without a stake the member chooses one on /Staking. */
export const RestakeRoute = flowRoute({
  machine: restakeMachine,
  title: 'restake:title',
  entries: restakeEntries,
  ports: restakePorts,
  delays: draftDelays,
  input: ({ services, location }) => beginning(services.checkpoints, location),
  elsewhere: paths.staking,
  child: confirmedAfter(`${paths.restake}?step=review`),
  useRun: useDraft,
  screens: {
    'restake-loading': Options,
    'restake-unavailable': Options,
    'restake-gone': GoneScreen,
    'restake-unconfirmable': unconfirmable('restake:unconfirmable', 'restake:leave'),
    'restake-running': withOptions(RunningScreen),
    'restake-decided': withOptions(DecidedScreen),
    'restake-options': withOptions(OptionsForm),
    'restake-review': withDraft(ReviewScreen),
    'confirmation-reading': confirming(Summary, Rest),
  },
  wide: ['restake-loading', 'restake-options'],
  end: (output, { goTo }) => {
    if (output.kind === 'left') return goTo(paths.staking);
    const notice = output.option === 'withdraw' ? 'stakeWithdrawn' : 'restaked';
    return goTo(addressOf(paths.receipt, { id: output.receiptId }), { notice });
  },
});
