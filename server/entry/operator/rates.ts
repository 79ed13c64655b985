// Rates from the command line.
import { ASSETS, isAsset } from '#money/assets.ts';
import { isRatedCurrency, RATED_CURRENCIES } from '#money/currencies.ts';
import { changeText, isJump } from '#money/jump.ts';
import { assertClockTrusted } from '#server/domain/club/trusted-clock.ts';
import { currencyRatesAt, setCurrencyRate } from '#server/domain/rates/currencies.ts';
import { heldRates, releaseHeldRate } from '#server/domain/rates/held-rates.ts';
import { listRates } from '#server/domain/rates/list.ts';
import { isRate, ratesAt, setRate } from '#server/domain/rates/rates.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { readArguments, type CommandLine, type Commands } from './command.ts';
import { Refused } from './errors.ts';

export const rateCommands: Commands = {
  'rates list': {
    usage: 'rates list',
    help: 'the rates in force',
    empty: 'No rate is set, so nothing can be deposited, exchanged or bought. Set each with: rates set ASSET USD',
    run: list,
  },
  'rates set': {
    usage: 'rates set ASSET USD [--yes]',
    help: 'set the rate of an asset from now on',
    more: [
      `Assets: ${ASSETS.join(', ')}. USD is the price of one, such as 64000.50.`,
      'A rate more than 10% away from the one in force needs --yes.',
    ],
    run: set,
  },
  'rates currency': {
    usage: 'rates currency CURRENCY PER_USD [--yes]',
    help: 'set how much of a currency one USD buys, for the estimates that members see in it',
    more: [
      `Currencies: ${RATED_CURRENCIES.join(', ')}. PER_USD is how much of it 1 USD buys, such as 155.20 of JPY.`,
      'A rate more than 10% away from the one in force needs --yes.',
    ],
    run: setCurrency,
  },
};

async function list({ services, args }: CommandLine): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const { db } = services;
  const { items, currencies } = await listRates(services);
  const held = await heldRates(db);
  const missing = ASSETS.filter((asset) => !items.some((item) => item.asset === asset));
  return [
    ...items.map(
      ({ asset, usd, at, source, stale }) =>
        `${asset.padEnd(5)} ${usd} USD  since ${at}  by ${source}${stale ? '  OUT OF DATE' : ''}`,
    ),
    ...held.map(
      ({ asset, usd, at }) =>
        `${asset.padEnd(5)} ${usd} USD  from the feed at ${at.toISOString()}  HELD because it moved too far; accept it with: rates set ${asset} ${usd} --yes`,
    ),
    ...currencies.map(
      ({ currency, perUsd, at, source, stale }) =>
        `1 USD ${perUsd} ${currency}  since ${at}  by ${source}${stale ? '  OUT OF DATE' : ''}`,
    ),
    ...(items.length > 0 && missing.length > 0 ? [`Not set: ${missing.join(', ')}`] : []),
  ];
}

async function set({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [name = '', usd = ''],
    plain,
  } = readArguments(args, { words: [2, 2], plain: ['--yes'] });
  const asset = name.toUpperCase();
  if (!isAsset(asset)) throw new Refused(`${JSON.stringify(name)} is not an asset`);
  // A rate of a moment to come would hide those set until then, and none is ever removed.
  await assertClockTrusted(services);
  const at = services.clock.now();
  return inTransaction(services.db, async (trx) => {
    const before = (await ratesAt(trx, at)).get(asset)?.usd;
    if (!plain.has('--yes'))
      refuseJump(before, usd, (rate) => `1 ${asset} is ${rate.before} USD and would be ${rate.after} USD`);
    await setRate(trx, { asset, usd, at, source: 'operator', setBy: operator });
    await releaseHeldRate(trx, asset);
    await audit(trx, {
      kind: 'rate_set',
      at,
      memberId: null,
      call,
      details: { operator, asset, usd, before: before ?? '' },
    });
    return [
      `1 ${asset} is ${usd} USD from ${at.toISOString()}${before === undefined ? '' : `, before ${before} (${changeText(before, usd)})`}`,
    ];
  });
}

async function setCurrency({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [name = '', perUsd = ''],
    plain,
  } = readArguments(args, { words: [2, 2], plain: ['--yes'] });
  const currency = name.toUpperCase();
  if (!isRatedCurrency(currency))
    throw new Refused(`${JSON.stringify(name)} is not a currency that has a rate: ${RATED_CURRENCIES.join(', ')}`);
  await assertClockTrusted(services);
  const at = services.clock.now();
  return inTransaction(services.db, async (trx) => {
    const before = (await currencyRatesAt(trx, at)).find((rate) => rate.currency === currency)?.perUsd;
    if (!plain.has('--yes'))
      refuseJump(
        before,
        perUsd,
        (rate) => `1 USD is ${rate.before} ${currency} and would be ${rate.after} ${currency}`,
      );
    await setCurrencyRate(trx, { currency, perUsd, at, source: 'operator', setBy: operator });
    await audit(trx, {
      kind: 'rate_set',
      at,
      memberId: null,
      call,
      details: { operator, currency, perUsd, before: before ?? '' },
    });
    return [
      `1 USD is ${perUsd} ${currency} from ${at.toISOString()}${before === undefined ? '' : `, before ${before} (${changeText(before, perUsd)})`}`,
    ];
  });
}

/** A typing mistake would be live at once. What is not a rate at all is refused where it is stored. */
function refuseJump(
  before: string | undefined,
  after: string,
  told: (rate: { readonly before: string; readonly after: string }) => string,
): void {
  if (before === undefined || !isRate(after) || !isJump(before, after)) return;
  throw new Refused(`${told({ before, after })} (${changeText(before, after)}); a change of more than 10% needs --yes`);
}
