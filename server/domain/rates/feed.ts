// Reads rates from a network source, if the operator has configured one (D-07).
import { isDecimal, isPositive } from '#money/amount.ts';
import { isAsset, type Asset } from '#money/assets.ts';
import { changeText, isJump } from '#money/jump.ts';
import type { Services } from '#server/domain/services/services.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { holdRate, releaseHeldRate } from './held-rates.ts';
import { ratesAt, setRate } from './rates.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';

/** The content of a feed: rates of one moment. */
export interface FeedRates {
  at: Date;
  rates: { asset: Asset; usd: string }[];
}

/** A source of rates. Another format than the one below is another adapter. */
export interface RatesFeed {
  /** @throws FeedError */
  read(): Promise<FeedRates>;
}

/** The source is unreachable or returns something that is not a rate. The rates in force stay and become stale. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 65_536;
/** Clocks differ a little; a rate from further in the future would hide all rates until its time. */
const MAX_AHEAD_MS = 60_000;

/**
 * A feed over HTTP: `{"at": "2026-11-21T04:00:00Z", "rates": {"BTC": "65000.12", "ETH": "3200.5"}}`. Rates are strings,
 * since a JSON number passes through a binary float.
 */
export function createHttpFeed(url: string): RatesFeed {
  return { read: async () => parse(await load(url)) };
}

async function load(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
      headers: { accept: 'application/json' },
    });
    if (!answer.ok) throw new FeedError(`it answers with ${answer.status}`);
    const body = await answer.text();
    if (body.length > MAX_BYTES) throw new FeedError('its answer is too long');
    return JSON.parse(body);
  } catch (error) {
    throw error instanceof FeedError ? error : new FeedError(`it cannot be read: ${reasonOf(error)}`);
  }
}

function parse(answer: unknown): FeedRates {
  if (!isRecord(answer) || typeof answer.at !== 'string' || !isRecord(answer.rates))
    throw new FeedError('its answer has no rates');
  const at = new Date(answer.at);
  if (!/^\d{4}-\d\d-\d\dT/.test(answer.at) || !Number.isFinite(at.getTime()))
    throw new FeedError('its answer has no time');
  const rates = Object.entries(answer.rates).map(([asset, usd]) => {
    if (!isAsset(asset)) throw new FeedError(`it names an unknown asset: ${asset}`);
    if (typeof usd !== 'string' || !isDecimal(usd) || !isPositive(usd))
      throw new FeedError(`its rate of ${asset} is not a decimal text above zero`);
    return { asset, usd };
  });
  return { at, rates };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Adds rates of the feed that are not known yet, and returns how many. A rate that jumps is held: the previous one
 * stays in force, becomes stale, and waits for an operator; the others are accepted.
 *
 * @throws FeedError if the feed cannot be used, and while a rate is held, so that the log says so until somebody has
 * looked
 */
export async function takeFeed({ db, clock }: Pick<Services, 'db' | 'clock'>, feed: RatesFeed): Promise<number> {
  const { at, rates } = await feed.read();
  const now = clock.now();
  if (at.getTime() > now.getTime() + MAX_AHEAD_MS)
    throw new FeedError(`its time is in the future: ${at.toISOString()}`);
  const { taken, held } = await inTransaction(db, async (trx) => {
    const known = await ratesAt(trx, at);
    // The same moment again is the same news, for example if several processes ask.
    const news = rates.filter(({ asset }) => known.get(asset)?.at.getTime() !== at.getTime());
    const jumps = news.flatMap(({ asset, usd }) => {
      const before = known.get(asset)?.usd;
      return before === undefined || !isJump(before, usd) ? [] : [{ asset, usd, before }];
    });
    for (const { asset, usd } of news) {
      if (jumps.some((jump) => jump.asset === asset)) await holdRate(trx, { asset, usd, at }, now);
      else {
        await setRate(trx, { asset, usd, at, source: 'feed', setBy: null });
        await releaseHeldRate(trx, asset);
      }
    }
    return { taken: news.length - jumps.length, held: jumps };
  });
  if (held.length > 0)
    throw new FeedError(
      held
        .map(
          (jump) =>
            `1 ${jump.asset} jumped from ${jump.before} to ${jump.usd} USD (${changeText(jump.before, jump.usd)}) and is not taken; set it with: rates set ${jump.asset} ${jump.usd} --yes`,
        )
        .join('; '),
    );
  return taken;
}
