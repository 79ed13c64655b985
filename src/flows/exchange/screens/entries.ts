// What the form of an exchange contains: one side was typed, the other follows from the rate.
import type { ExchangeOptions, TypedExchange } from '#machines/exchange/exchange.types.ts';
import { brokenBound, type AmountBounds } from '#money/bounds.ts';
import { exchanged, leastExchanged, neededFor, type ExchangeSides } from '#money/rate.ts';
import { exact } from '#money/shown.ts';
import { readTyped } from '#money/typed.ts';
import { amountOf } from '#src/ui/amount-field.tsx';

type Asset = TypedExchange['from'];

/** The entries, as texts; `side` is the one that was typed last. */
export interface ExchangeEntries {
  readonly from: Asset;
  readonly to: Asset;
  readonly amount: string;
  readonly receive: string;
  readonly side: 'give' | 'receive';
}

/** The entries with which a form begins, from what was typed before. */
export function entriesOf({ from, to, amount, receive }: TypedExchange): ExchangeEntries {
  return {
    from,
    to,
    amount: amount === '' ? '' : exact(amount),
    receive: receive === undefined ? '' : exact(receive),
    side: receive === undefined ? 'give' : 'receive',
  };
}

/** What is asked for; which side was typed is kept. */
export function typedOf({ from, to, amount, receive, side }: ExchangeEntries): TypedExchange {
  const wanted = { from, to, amount: amountOf(amount, from) };
  return side === 'give' ? wanted : { ...wanted, receive: amountOf(receive, to) };
}

/** The range of amounts that can be given, at the rates that the form knows. */
export function boundsOf(pair: Pick<TypedExchange, 'from' | 'to'>, options: ExchangeOptions): AmountBounds {
  const sides = sidesOf(pair, options);
  return {
    minimum: sides === null ? undefined : leastExchanged(sides),
    available: options.assets.find(({ asset }) => asset === pair.from)?.available ?? '0',
  };
}

/**
 * The entry that follows from the other one, and its text at the rates that the form knows: rounded as the server does
 * (D-02), so what is received is never more than the quote will say at the same rates. Empty if nothing follows, as
 * from an amount that can't go.
 */
export function following(
  { from, to, amount, receive, side }: ExchangeEntries,
  options: ExchangeOptions,
): readonly ['amount' | 'receive', string] {
  const sides = sidesOf({ from, to }, options);
  const [follower, typed, compute] =
    side === 'give'
      ? (['receive', readTyped(amount, from), exchanged] as const)
      : (['amount', readTyped(receive, to), neededFor] as const);
  const isImpossible = side === 'give' && brokenBound(amount, from, boundsOf({ from, to }, options)) !== null;
  const isNothing = sides === null || typed.kind === 'refused' || isImpossible;
  return [follower, isNothing ? '' : exact(compute(typed.amount, sides))];
}

/** The same entries with the one that follows filled in, so that a form begins complete. */
export function followed(entries: ExchangeEntries, options: ExchangeOptions): ExchangeEntries {
  const [follower, text] = following(entries, options);
  return { ...entries, [follower]: text };
}

function sidesOf(pair: Pick<TypedExchange, 'from' | 'to'>, { assets, spread }: ExchangeOptions): ExchangeSides | null {
  const [from, to] = [pair.from, pair.to].map((code) => assets.find(({ asset }) => asset === code));
  if (from === undefined || to === undefined) return null;
  return {
    from: { asset: from.asset, usd: from.rate },
    to: { asset: to.asset, usd: to.rate },
    spread,
  };
}

/** The other way round: what was typed stays with its asset. */
export function swapped({ from, to, amount, receive, side }: ExchangeEntries): ExchangeEntries {
  return { from: to, to: from, amount: receive, receive: amount, side: side === 'give' ? 'receive' : 'give' };
}
