import type { SnapshotFrom } from 'xstate';
import type { exchangeMachine } from '#machines/exchange/exchange.machine.ts';
import type { ExchangeDraft, ExchangeEvent } from '#machines/exchange/exchange.types.ts';

/** What every screen of exchanging gets. */
export interface ScreenProps {
  readonly snapshot: SnapshotFrom<typeof exchangeMachine>;
  readonly send: (event: ExchangeEvent) => void;
}

/** A quote and the moment at which it runs out, in milliseconds since 1970. */
export interface QuoteProps {
  readonly draft: ExchangeDraft;
  readonly until: number;
}
