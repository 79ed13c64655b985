// Reads rates from a network source, if the operator has configured one (D-07).
import type { Amount } from '#money/amount.ts';
import { isAsset, type Asset } from '#money/assets.ts';
import { isRatedCurrency, type RatedCurrency } from '#money/currencies.ts';
import type { Services } from '#server/domain/services/services.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { currencyRatesAt, setCurrencyRate } from './currencies.ts';
import { holdRate, releaseHeldRate } from './held-rates.ts';
import { basesAt, movedTooFar } from './moves.ts';
import { canBeRateOf, isRate, ratesAt, setRate } from './rates.ts';
import { AnswerTooLong, callOut } from '#server/platform/system/call-out.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';

/** The content of a feed: rates of one moment. */
export interface FeedRates {
  at: Date;
  rates: { asset: Asset; usd: Amount }[];
  /** How much of each currency one USD buys; empty if the feed has none. */
  currencies: { currency: RatedCurrency; perUsd: Amount }[];
  /** What was left out, and why: currencies, which only estimates are shown in, and MP and PP at a rate but 1. */
  skipped: string[];
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
 * A feed over HTTP: `{"at": "2026-11-21T04:00:00Z", "rates": {"BTC": "65000.12"}, "currencies": {"JPY": "155.20"}}`.
 * `rates` is what one of an asset is worth in USD, `currencies` how much of a currency one USD buys; a feed may leave
 * it out. Rates are strings, since a JSON number passes through a binary float.
 */
export function createHttpFeed(url: string): RatesFeed {
  return { read: async () => parse(await load(url)) };
}

async function load(url: string): Promise<unknown> {
  try {
    const { status, body } = await callOut(url, {
      headers: { accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
      mostBytes: (answered) => (isOk(answered) ? MAX_BYTES : 0),
    });
    if (!isOk(status)) throw new FeedError(`it answers with ${status}`);
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof FeedError) throw error;
    throw new FeedError(
      error instanceof AnswerTooLong ? 'its answer is too long' : `it cannot be read: ${reasonOf(error)}`,
    );
  }
}

const isOk = (status: number): boolean => status >= 200 && status < 300;

function parse(answer: unknown): FeedRates {
  if (!isRecord(answer) || typeof answer.at !== 'string' || !isRecord(answer.rates))
    throw new FeedError('its answer has no rates');
  const at = new Date(answer.at);
  if (!/^\d{4}-\d\d-\d\dT/.test(answer.at) || !Number.isFinite(at.getTime()))
    throw new FeedError('its answer has no time');
  const { currencies = {} } = answer;
  const named = Object.entries(answer.rates).map(([asset, usd]) => {
    if (!isAsset(asset)) throw new FeedError(`it names an unknown asset: ${asset}`);
    return { asset, usd: rateOf(asset, usd) };
  });
  const rates = named.filter(({ asset, usd }) => canBeRateOf(asset, usd));
  const perUsd: FeedRates['currencies'] = [];
  const skipped = named
    .filter((rate) => !rates.includes(rate))
    .map(({ asset }) => `1 ${asset} is 1 USD by definition; its rate is skipped`);
  if (!isRecord(currencies)) skipped.push('its currencies are not a list of rates by code, and are skipped');
  for (const [currency, rate] of Object.entries(isRecord(currencies) ? currencies : {}))
    if (!isRatedCurrency(currency)) skipped.push(`it names an unknown currency, which is skipped: ${currency}`);
    else if (!isUsable(rate)) skipped.push(`${unusable(currency)}, and is skipped`);
    else perUsd.push({ currency, perUsd: rate });
  return { at, rates, currencies: perUsd, skipped };
}

function rateOf(code: string, rate: unknown): Amount {
  if (!isUsable(rate)) throw new FeedError(unusable(code));
  return rate;
}

const isUsable = (rate: unknown): rate is Amount => typeof rate === 'string' && isRate(rate);
const unusable = (code: string): string => `its rate of ${code} is not a decimal text above zero of a usual length`;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Adds rates of the feed that are later than those known, and returns how many. A rate that moved too far, at once or
 * within an hour or a day, is not taken: the previous one stays in force and becomes stale until an operator sets it or
 * the feed is within the bounds again; the others are accepted. One of an asset is kept for the operator meanwhile.
 *
 * @param skips hears what was left out, each time: nobody can do anything about it here, so it is no failure
 * @throws FeedError if the feed cannot be used; and after what can be used is taken, while a rate is not taken, so that
 * the log says so until somebody has looked
 */
export async function takeFeed(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  feed: RatesFeed,
  skips: (skipped: readonly string[]) => void,
): Promise<number> {
  const { at, rates, currencies, skipped } = await feed.read();
  const now = clock.now();
  if (at.getTime() > farthest(now).getTime()) throw new FeedError(`its time is in the future: ${at.toISOString()}`);
  const { assets, ofCurrencies } = await inTransaction(db, async (trx) => ({
    assets: await takeRates(trx, { at, rates, now }),
    ofCurrencies: await takeCurrencies(trx, { at, currencies, now }),
  }));
  skips(skipped);
  const notTaken = [...assets.jumps, ...ofCurrencies.jumps];
  if (notTaken.length > 0) throw new FeedError(notTaken.join('; '));
  return assets.taken + ofCurrencies.taken;
}

/** Logs what a feed leaves out when that changes, and not with each reading. */
export function logSkips(log: (line: string) => void): (skipped: readonly string[]) => void {
  let told = '';
  return (skipped) => {
    const now = skipped.join('; ');
    if (now !== told) log(now === '' ? 'the feed of rates: nothing is skipped any more' : `the feed of rates: ${now}`);
    told = now;
  };
}

/** What was taken of a reading. */
interface Taken {
  readonly taken: number;
  /** What was not, and what an operator can do about it. */
  readonly jumps: readonly string[];
}

async function takeRates(
  trx: Trx,
  { at, rates, now }: Pick<FeedRates, 'at' | 'rates'> & { now: Date },
): Promise<Taken> {
  const known = await ratesAt(trx, farthest(now));
  const news = rates.filter(({ asset }) => isNews(at, known.get(asset)));
  const bases = await basesAt(trx, 'asset', at);
  const jumps: string[] = [];
  for (const { asset, usd } of news) {
    const far = movedTooFar(bases.get(asset) ?? [], { rate: usd, unit: 'USD' });
    if (far === null) {
      await setRate(trx, { asset, usd, at, source: 'feed', setBy: null });
      await releaseHeldRate(trx, asset);
    } else {
      await holdRate(trx, { asset, usd, at }, now);
      jumps.push(`1 ${asset} ${far} and is not taken; set it with: rates set ${asset} ${usd} --yes`);
    }
  }
  return { taken: news.length - jumps.length, jumps };
}

async function takeCurrencies(
  trx: Trx,
  { at, currencies, now }: Pick<FeedRates, 'at' | 'currencies'> & { now: Date },
): Promise<Taken> {
  const known = new Map((await currencyRatesAt(trx, farthest(now))).map((rate) => [rate.currency, rate]));
  const news = currencies.filter(({ currency }) => isNews(at, known.get(currency)));
  const bases = await basesAt(trx, 'currency', at);
  const jumps: string[] = [];
  for (const { currency, perUsd } of news) {
    const far = movedTooFar(bases.get(currency) ?? [], { rate: perUsd, unit: currency });
    if (far === null) await setCurrencyRate(trx, { currency, perUsd, at, source: 'feed', setBy: null });
    else jumps.push(`1 USD ${far} and is not taken; set it with: rates currency ${currency} ${perUsd} --yes`);
  }
  return { taken: news.length - jumps.length, jumps };
}

/** The latest moment of which a rate can be known. */
const farthest = (now: Date): Date => new Date(now.getTime() + MAX_AHEAD_MS);

/**
 * Whether a reading is later than what is known. The same moment again is the same news, for example if several
 * processes ask. An earlier one would rewrite what later rates are compared with.
 */
const isNews = (at: Date, known: { readonly at: Date } | undefined): boolean =>
  known === undefined || at.getTime() > known.at.getTime();
