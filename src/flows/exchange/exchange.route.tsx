import { exchangeMachine } from '#machines/exchange/exchange.machine.ts';
import { mayHaveRun } from '#machines/confirmation/may-have-run.ts';
import { resumable } from '#machines/exchange/exchange.rules.ts';
import type { ExchangeCheckpoint } from '#machines/exchange/exchange.types.ts';
import type texts from '#locales/en-US/exchange.json';
import { beside } from '#src/flow/beside.tsx';
import { flowRoute, type Stored } from '#src/flow/flow-route.tsx';
import { optionsScreen, withOptions } from '#src/flow/options-screen.tsx';
import { routeAt } from '#src/flow/use-flow-url.ts';
import { addressOf, isPath, paths } from '#src/paths.ts';
import { confirmedAfter, confirming, withDraft } from '../confirmation/confirmation.tsx';
import { draftDelays, draftWithBalance } from '../confirmation/use-draft.ts';
import { exchangeEntries, exchangePorts, getExchangeOptions } from './exchange.ports.ts';
import { Aside } from './screens/aside.tsx';
import { FormScreen } from './screens/form.tsx';
import { ExpiredScreen, QuoteScreen, Rest, Summary } from './screens/quote.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    exchange: typeof texts;
  }
}

const Options = optionsScreen('exchange:loading', 'exchange:note');
const useDraft = draftWithBalance(getExchangeOptions);

/** /Exchange (F-12): the pair and the amount, a quote that expires, the second factor if the rules require it. */
export const ExchangeRoute = flowRoute({
  machine: exchangeMachine,
  title: 'exchange:title',
  entries: exchangeEntries,
  ports: exchangePorts,
  delays: draftDelays,
  input: ({ location }, stored) => ({ resume: interrupted(stored, routeAt(location)) }),
  child: confirmedAfter(`${paths.exchange}?step=quote`),
  useRun: useDraft,
  Frame: beside(Aside),
  screens: {
    'exchange-loading': Options,
    'exchange-unavailable': Options,
    'exchange-form': withOptions(FormScreen),
    'exchange-quote': withDraft(QuoteScreen),
    'exchange-expired': ExpiredScreen,
    'confirmation-reading': confirming(Summary, Rest),
  },
  end: ({ receiptId }, { goTo }) => goTo(addressOf(paths.receipt, { id: receiptId }), { notice: 'exchanged' }),
});

/**
 * Where an interrupted flow resumes. The flow's first page shows the form, with what was typed last, unless an exchange
 * may have been carried out.
 */
function interrupted(stored: Stored, at: string): ExchangeCheckpoint | null {
  const checkpoint = stored && resumable(stored.checkpoint, stored.age);
  if (checkpoint === null || checkpoint.step === 'entering' || mayHaveRun(checkpoint)) return checkpoint;
  return isPath(at, paths.exchange) ? null : checkpoint;
}
