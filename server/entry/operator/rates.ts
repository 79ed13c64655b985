// Rates from the command line.
import { isDecimal, isPositive } from '#money/amount.ts';
import { ASSETS, isAsset, type Asset } from '#money/assets.ts';
import { changeText, isJump } from '#money/jump.ts';
import { heldRates, releaseHeldRate } from '#server/domain/rates/held-rates.ts';
import { listRates } from '#server/domain/rates/list.ts';
import { ratesAt, setRate } from '#server/domain/rates/rates.ts';
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
};

async function list({ services, args }: CommandLine): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const { db, clock } = services;
  const { items } = await listRates(db, clock.now());
  const held = await heldRates(db);
  const missing = ASSETS.filter((asset) => !items.some((item) => item.asset === asset));
  return [
    ...items.map(
      ({ asset, usd, at, source, stale }) =>
        `${asset.padEnd(5)} ${usd} USD  since ${at}  by ${source}${stale ? '  OUT OF DATE' : ''}`,
    ),
    ...held.map(
      ({ asset, usd, at }) =>
        `${asset.padEnd(5)} ${usd} USD  from the feed at ${at.toISOString()}  HELD because it jumped; accept it with: rates set ${asset} ${usd} --yes`,
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
  const at = services.clock.now();
  return inTransaction(services.db, async (trx) => {
    const before = (await ratesAt(trx, at)).get(asset)?.usd;
    refuseJump({ asset, before, usd, confirmed: plain.has('--yes') });
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

/** A typing mistake would be live at once. setRate refuses what is not a rate at all. */
function refuseJump({
  asset,
  before,
  usd,
  confirmed,
}: {
  asset: Asset;
  before: string | undefined;
  usd: string;
  confirmed: boolean;
}): void {
  if (confirmed || before === undefined || !isDecimal(usd) || !isPositive(usd) || !isJump(before, usd)) return;
  throw new Refused(
    `1 ${asset} is ${before} USD and would be ${usd} USD (${changeText(before, usd)}); a change of more than 10% needs --yes`,
  );
}
