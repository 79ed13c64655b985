// Rates from a source on the network, where the operator has configured one (D-07).
import { isDecimal, isPositive } from '#money/amount.ts';
import { isAsset, type Asset } from '#money/assets.ts';
import { inTransaction } from '#server/db/kysely.ts';
import type { Services } from '#server/services.ts';
import { ratesAt, setRate } from './rates.ts';

/** What a source tells: rates of one moment. */
export interface FeedRates {
  at: Date;
  rates: { asset: Asset; usd: string }[];
}

/** Where rates come from; another format than the one below is another adapter. */
export interface RatesFeed {
  /** @throws FeedError */
  read(): Promise<FeedRates>;
}

/** The source can't be reached or says something that is no rate. What was in force stays so and grows old. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 65_536;
/** Clocks differ a little; a rate from further ahead would hide all that come before its time. */
const MAX_AHEAD_MS = 60_000;

/**
 * A feed over HTTP: `{"at": "2026-11-21T04:00:00Z", "rates": {"BTC": "65000.12", "ETH": "3200.5"}}`. Rates are texts, since a
 * JSON number has been through a binary float on its way.
 */
export function createHttpFeed(url: string): RatesFeed {
  return { read: async () => parse(await load(url)) };
}

async function load(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error', headers: { accept: 'application/json' } });
    if (!answer.ok) throw new FeedError(`it answers with ${answer.status}`);
    const body = await answer.text();
    if (body.length > MAX_BYTES) throw new FeedError('its answer is too long');
    return JSON.parse(body);
  } catch (error) {
    throw error instanceof FeedError ? error : new FeedError(`it can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function parse(answer: unknown): FeedRates {
  if (!isRecord(answer) || typeof answer.at !== 'string' || !isRecord(answer.rates)) throw new FeedError('its answer has no rates');
  const at = new Date(answer.at);
  if (!/^\d{4}-\d\d-\d\dT/.test(answer.at) || !Number.isFinite(at.getTime())) throw new FeedError('its answer has no time');
  const rates = Object.entries(answer.rates).map(([asset, usd]) => {
    if (!isAsset(asset)) throw new FeedError(`it names an asset that isn't one: ${asset}`);
    if (typeof usd !== 'string' || !isDecimal(usd) || !isPositive(usd)) throw new FeedError(`its rate of ${asset} is not a decimal text above zero`);
    return { asset, usd };
  });
  return { at, rates };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Adds what the feed tells and isn't known yet. Returns how many rates that were. @throws FeedError */
export async function takeFeed({ db, clock }: Pick<Services, 'db' | 'clock'>, feed: RatesFeed): Promise<number> {
  const { at, rates } = await feed.read();
  if (at.getTime() > clock.now().getTime() + MAX_AHEAD_MS) throw new FeedError(`its time lies ahead: ${at.toISOString()}`);
  return inTransaction(db, async (trx) => {
    const known = await ratesAt(trx, at);
    // The same moment again is the same news, as when several processes ask.
    const news = rates.filter(({ asset }) => known.get(asset)?.at.getTime() !== at.getTime());
    for (const { asset, usd } of news) await setRate(trx, { asset, usd, at, source: 'feed', setBy: null });
    return news.length;
  });
}
