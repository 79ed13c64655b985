import { IN_CHECKOUT, operatorCommand } from '#server/platform/system/operator-command.ts';
import { normal, type Amount } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { ChainAsset } from '#server/domain/chain/chain.ts';
import { confirmationsNeeded } from '#server/domain/chain/confirmations.ts';
import { delayedSince } from '#server/domain/networks/networks.ts';
import { leastAmountOfUsd } from '#server/domain/rates/convert.ts';
import { ratesAt } from '#server/domain/rates/rates.ts';
import { storedRulesAt, type OwnRules } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { countsAsRetired } from './retire.ts';

type Schemas = components['schemas'];

const AWAITING = 'awaitingPayment';
const UNDER_WAY = [AWAITING, 'inProcess'];

/** A deposit of the member's; null if there is none, as for the opening balance of a demo club. */
export async function showDeposit(
  db: Db | Trx,
  services: Services,
  own: { memberId: string; id: string },
): Promise<Schemas['Deposit'] | null> {
  const row = await depositRows(db, own.memberId).where('deposits.id', '=', own.id).executeTakeFirst();
  return row === undefined ? null : ((await showRows(db, services, [row]))[0] ?? null);
}

/**
 * How many are shown at once: all requests that may wait, and then the newest payments; the history of deposits has
 * every one.
 */
const MOST_SHOWN = 50;

/** The member's deposits that wait for their payment, newest first, and then those that wait for confirmations. */
export async function openDeposits(db: Db | Trx, services: Services, memberId: string): Promise<Schemas['Deposit'][]> {
  const rows = await depositRows(db, memberId)
    .where('receipts.status', 'in', UNDER_WAY)
    .orderBy('receipts.status')
    .orderBy('receipts.at', 'desc')
    .orderBy('receipts.id')
    .limit(MOST_SHOWN)
    .execute();
  return showRows(db, services, rows);
}

function depositRows(db: Db | Trx, memberId: string) {
  return db
    .selectFrom('deposits')
    .innerJoin('receipts', 'receipts.id', 'deposits.id')
    .innerJoin('chain_addresses', 'chain_addresses.id', 'deposits.address_id')
    .innerJoin('chain_keys', 'chain_keys.fingerprint', 'chain_addresses.fingerprint')
    .innerJoin('club_state', (join) => join.onTrue())
    .leftJoin('chain_sightings', 'chain_sightings.id', 'deposits.sighting_id')
    .selectAll('deposits')
    .select([
      'receipts.reference',
      'receipts.status',
      'receipts.at',
      'receipts.asset',
      'chain_addresses.address',
      'chain_keys.fingerprint',
      'chain_keys.retired_at',
      'club_state.restored_at',
      'chain_sightings.tx_id',
      'chain_sightings.first_seen_at',
    ])
    .where('deposits.member_id', '=', memberId);
}

type DepositRow = Awaited<ReturnType<ReturnType<typeof depositRows>['executeTakeFirstOrThrow']>>;

/** Rates and rules are read once, however many rows there are. */
async function showRows(db: Db | Trx, services: Services, rows: readonly DepositRow[]): Promise<Schemas['Deposit'][]> {
  if (rows.length === 0) return [];
  const now = services.clock.now();
  const { minimumDepositUsd, ...rules } = (await storedRulesAt(db, now)).values;
  const rates = await ratesAt(db, now);
  const waiting = await waitingAt(db, rows);
  return rows.map((row) => {
    // The asset of a deposit is always an asset of a chain.
    const asset = row.asset as ChainAsset;
    const rate = rates.get(asset);
    const minimum = rate === undefined ? null : leastAmountOfUsd(minimumDepositUsd, rate);
    const sharedWith =
      row.status === AWAITING
        ? waiting.filter((other) => other.address_id === row.address_id && other.id !== row.id)
        : [];
    return showRow(services, { row, asset, rules, minimum, sharedWith });
  });
}

/**
 * The requests that wait for their payment at the given addresses, oldest first, in the order in which payments are
 * matched (payments.ts).
 */
async function waitingAt(db: Db | Trx, rows: readonly DepositRow[]) {
  const addresses = rows.filter(({ status }) => status === AWAITING).map(({ address_id: id }) => id);
  if (addresses.length === 0) return [];
  return db
    .selectFrom('deposits')
    .innerJoin('receipts', 'receipts.id', 'deposits.id')
    .select(['deposits.id', 'deposits.address_id', 'deposits.wanted', 'receipts.reference'])
    .where('deposits.address_id', 'in', addresses)
    .where('receipts.status', '=', AWAITING)
    .orderBy('receipts.at')
    .orderBy('deposits.id')
    .execute();
}

interface ShownWith {
  readonly row: DepositRow;
  readonly asset: ChainAsset;
  readonly rules: Pick<OwnRules, 'depositConfirmations'>;
  readonly minimum: Amount | null;
  readonly sharedWith: Awaited<ReturnType<typeof waitingAt>>;
}

function showRow(services: Services, { row, asset, rules, minimum, sharedWith }: ShownWith): Schemas['Deposit'] {
  const closed = services.chain.networkOf(asset) === null;
  const wanted = row.wanted === null ? null : normal(row.wanted);
  const operator = operatorCommand();
  const isRetired = countsAsRetired(services, row);
  return {
    id: row.id,
    receiptId: row.id,
    reference: row.reference,
    status: row.status as Schemas['RecordStatus'],
    asset,
    network: row.network,
    development: row.development,
    ...(row.development && operator !== IN_CHECKOUT ? { developmentOperator: operator } : {}),
    ...(row.development && !services.config.dataDirIsDefault ? { developmentDataDir: services.config.dataDir } : {}),
    address: row.address,
    ...(isRetired ? { addressRetired: true } : {}),
    paymentUri:
      wanted === null || closed || isRetired
        ? row.address
        : services.chain.paymentUri({ asset, address: row.address, amount: wanted }),
    amount: wanted,
    minimum,
    received: row.received === null ? null : normal(row.received),
    confirmations: row.confirmations,
    confirmationsNeeded: isUnderWay(row.status)
      ? confirmationsNeeded(services.chain.networks, rules, row.network)
      : row.confirmations_needed,
    transactionId: row.tx_id,
    ...(row.returned_by === null ? {} : { returnedBy: row.returned_by }),
    createdAt: row.at.toISOString(),
    seenAt: row.first_seen_at?.toISOString() ?? null,
    creditedAt: row.credited_at?.toISOString() ?? null,
    delayedSince: delayedSince(services.chain, row.network),
    refusal: refusalOf(row),
    sharedWith: sharedWith.map(({ reference, wanted: other }) => ({
      reference,
      amount: other === null ? null : normal(other),
    })),
  };
}

/** Before reasons were recorded, only payments below the minimum were refused. */
function refusalOf(row: DepositRow): Schemas['Deposit']['refusal'] {
  if (row.status !== 'notApproved') return null;
  const { refusal, refusal_minimum: minimum } = row;
  return { reason: refusal ?? 'belowMinimum', minimum: minimum === null ? null : normal(minimum) };
}

/** Until it is settled, the current rules apply; afterwards, the rules it was settled by. */
function isUnderWay(status: string | null): boolean {
  return UNDER_WAY.includes(status ?? '');
}
