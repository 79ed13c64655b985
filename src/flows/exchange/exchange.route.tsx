import { useTranslation } from 'react-i18next';
import { exchangeMachine } from '#machines/exchange/exchange.machine.ts';
import { resumable } from '#machines/exchange/exchange.rules.ts';
import type { ExchangeCheckpoint } from '#machines/exchange/exchange.types.ts';
import { flowRoute, type Flow, type Stored } from '#src/flow/flow-route.tsx';
import { OptionsScreen } from '#src/flow/options-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { useBalance } from '#src/flow/use-balance.ts';
import { useDeadline } from '#src/flow/use-deadline.ts';
import { routeAt } from '#src/flow/use-flow-url.ts';
import { addressOf, isPath, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Confirmation, confirmedAfter } from '../confirmation/confirmation.tsx';
import { confirmationPort } from '../confirmation/confirmation.ports.ts';
import { exchangePorts, getExchangeOptions } from './exchange.ports.ts';
import { FormScreen } from './screens/form.tsx';
import { ExpiredScreen, QuoteScreen, Summary } from './screens/quote.tsx';

type ExchangeFlow = Flow<typeof exchangeMachine>;
type Quoted = ExchangeFlow & { readonly until: number };

/** /Exchange (F-12): the pair and the amount, a quote that runs out, the second factor where the rules ask for it. */
export const ExchangeRoute = flowRoute({
  machine: exchangeMachine,
  entries: refusedEntries.exchange,
  ports: (services) => ({ ...exchangePorts(services), confirmation: confirmationPort(services) }),
  input: ({ location }, stored) => ({ resume: interrupted(stored, routeAt(location)) }),
  child: confirmedAfter(`${paths.exchange}?step=quote`),
  useRun: useDraft,
  screens: {
    'exchange-loading': Options,
    'exchange-unavailable': Options,
    'exchange-form': Form,
    'exchange-quote': Quote,
    'exchange-expired': ExpiredScreen,
    'confirmation-reading': Confirming,
  },
  end: ({ receiptId }, { goTo }) => goTo(addressOf(paths.receipt, { id: receiptId }), { notice: 'exchanged' }),
});

/**
 * Where an interrupted flow goes on; whoever comes to the first page again finds the form, with what was typed last.
 */
function interrupted(stored: Stored, at: string): ExchangeCheckpoint | null {
  const checkpoint = stored && resumable(stored.checkpoint, stored.age);
  return checkpoint === null || checkpoint.step === 'entering' || !isPath(at, paths.exchange) ? checkpoint : null;
}

/** Keeps the balance of the form up to date, and tells until when the draft holds. */
function useDraft({ snapshot, send, now }: ExchangeFlow): { readonly until: number } {
  const services = useServices();
  const { open, options } = snapshot.context;
  useBalance({ snapshot, options, send, read: (signal) => getExchangeOptions(services, signal) });
  return { until: useDeadline(open, now) };
}

function Options({ snapshot, send }: ExchangeFlow) {
  const { t } = useTranslation('exchange');
  return (
    <OptionsScreen
      title={t('title')}
      loading={t('loading')}
      snapshot={snapshot}
      onRetry={() => send({ type: 'RETRY' })}
    />
  );
}

function Form({ snapshot, send }: ExchangeFlow) {
  const { options } = snapshot.context;
  return options !== null && <FormScreen snapshot={snapshot} send={send} options={options} />;
}

function Quote({ snapshot, send, until }: Quoted) {
  const { open } = snapshot.context;
  return open !== null && <QuoteScreen snapshot={snapshot} send={send} draft={open.draft} until={until} />;
}

function Confirming({ snapshot, until }: Quoted) {
  const { t } = useTranslation('exchange');
  const { confirmation } = snapshot.children;
  const { open } = snapshot.context;
  if (confirmation === undefined || open === null) return null;
  return <Confirmation actor={confirmation} tab={t('title')} summary={<Summary draft={open.draft} until={until} />} />;
}
