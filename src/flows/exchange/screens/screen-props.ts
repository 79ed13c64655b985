import type { exchangeMachine } from '#machines/exchange/exchange.machine.ts';
import type { ExchangeDraft } from '#machines/exchange/exchange.types.ts';
import type { DraftProps, ScreenProps as PropsOf } from '#src/flow/screen-props.ts';

/** Props of every screen of the exchange flow. */
export type ScreenProps = PropsOf<typeof exchangeMachine>;

/** A quote and the time at which it expires, in milliseconds since 1970. */
export type QuoteProps = DraftProps<ExchangeDraft>;
