import type { TypedExchange } from '#machines/exchange/exchange.types.ts';
import type { AppStorage } from '#src/services/storage.ts';

/** A pair of assets: what is given, and what is received for it. */
type Pair = Pick<TypedExchange, 'from' | 'to'>;

const marketOf = ({ from, to }: Pair): string => `${from}/${to}`;

/** Remembers the pair, in this session and for the next one (SRC §3). */
export function keepMarket(storage: AppStorage, pair: Pair): void {
  storage.set('activeMarket', marketOf(pair));
  storage.set('marketName', marketOf(pair));
}

/** The pair that was exchanged last, in this session or else in an earlier one; null if none of `offered` was. */
export function lastPair(storage: AppStorage, offered: readonly Pair['from'][]): Pair | null {
  const pairs = offered.flatMap((from) => offered.filter((to) => to !== from).map((to): Pair => ({ from, to })));
  const kept = [storage.get('activeMarket'), storage.get('marketName')];
  return kept.flatMap((market) => pairs.find((pair) => marketOf(pair) === market) ?? [])[0] ?? null;
}
