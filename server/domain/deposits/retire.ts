// Retires a key of deposit addresses (decision 0125): what is still paid to them is held for an operator, and nobody is
// shown one of them as the address to pay to.
import { depositLifecycle } from '#machines/lifecycles/deposit.machine.ts';
import type { Network } from '#server/domain/chain/chain.ts';
import { lockReceipt, setReceiptStatus } from '#server/domain/ledger/receipts.ts';
import { noteStep, statusByStep } from '#server/domain/receipts/steps.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit, type AuditEvent } from '#server/platform/audit/audit.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { DAY_SECONDS, secondsBetween } from '#server/platform/system/clock.ts';
import { DepositActRefused } from './act-refused.ts';

const AWAITING = 'awaitingPayment';

/** A key that deposit addresses were made of. */
export interface DepositKey {
  fingerprint: string;
  /** Empty for a key that no address was given out of. */
  networks: readonly Network[];
  addresses: number;
  /** Requests that wait for a payment to one of its addresses. */
  waiting: number;
  retiredAt: Date | null;
  isInForce: boolean;
}

/** All keys of the club, those in force first. */
export async function depositKeys(db: Db, { chain }: Pick<Services, 'chain'>): Promise<DepositKey[]> {
  const keys = await db.selectFrom('chain_keys').select(['fingerprint', 'retired_at']).orderBy('fingerprint').execute();
  const given = await db
    .selectFrom('chain_addresses')
    .select(['fingerprint', 'network'])
    .select((query) => query.fn.countAll<bigint>().as('addresses'))
    .groupBy(['fingerprint', 'network'])
    .orderBy('network')
    .execute();
  const waiting = await db
    .selectFrom('deposits')
    .innerJoin('receipts', 'receipts.id', 'deposits.id')
    .innerJoin('chain_addresses', 'chain_addresses.id', 'deposits.address_id')
    .select('chain_addresses.fingerprint')
    .select((query) => query.fn.countAll<bigint>().as('requests'))
    .where('receipts.status', '=', AWAITING)
    .groupBy('chain_addresses.fingerprint')
    .execute();
  const used = keysInForce({ chain });
  return keys
    .map(({ fingerprint, retired_at: retiredAt }) => {
      const own = given.filter((each) => each.fingerprint === fingerprint);
      return {
        fingerprint,
        networks: own.map(({ network }) => network),
        addresses: own.reduce((sum, { addresses }) => sum + Number(addresses), 0),
        waiting: Number(waiting.find((each) => each.fingerprint === fingerprint)?.requests ?? 0),
        retiredAt,
        isInForce: used.has(fingerprint),
      };
    })
    .toSorted((one, other) => Number(other.isInForce) - Number(one.isInForce));
}

/**
 * Retires a key: from now on payments to its addresses are held, those that wait for confirmations too, and its
 * requests end.
 *
 * @returns how many requests ended, and how many members were told
 * @throws DepositActRefused if there is no such key, it is in force or retired already, or a server may have it still
 */
export async function retireKey(
  trx: Trx,
  services: Services,
  given: {
    fingerprint: string;
    reason: string;
    /** Whether an operator says that no server has the key any more. */
    isSure: boolean;
    operator: string;
    call: AuditEvent['call'];
  },
): Promise<{ requests: number; members: number }> {
  const { fingerprint, reason, isSure, operator, call } = given;
  await lockKey(trx, services, fingerprint);
  const at = services.clock.now();
  const doubt = isSure ? null : await mayBeInForce(trx, services, { fingerprint, at });
  if (doubt !== null)
    throw new DepositActRefused(
      `${doubt}; it cannot be undone: if all servers were restarted with another key, then --yes`,
    );
  await trx.updateTable('chain_keys').set({ retired_at: at }).where('fingerprint', '=', fingerprint).execute();
  const ended = await endRequests(trx, { fingerprint, at });
  for (const [memberId, references] of ended)
    await enqueueMail(trx, services, {
      kind: 'addressRetired',
      memberId,
      device: null,
      now: at,
      values: { reference: references.join(', ') },
    });
  const requests = [...ended.values()].flat().length;
  await audit(trx, {
    kind: 'deposit_key_retired',
    at,
    memberId: null,
    call,
    details: { operator, fingerprint, reason, requests },
  });
  return { requests, members: ended.size };
}

/** @throws DepositActRefused */
async function lockKey(trx: Trx, { chain }: Services, fingerprint: string): Promise<void> {
  // As the watchers do: so no payment is settled while its key is being retired, and no receipt is locked crosswise.
  await trx.selectFrom('chain_cursors').select('network').orderBy('network').forUpdate().execute();
  const key = await trx
    .selectFrom('chain_keys')
    .select('retired_at')
    .where('fingerprint', '=', fingerprint)
    .forUpdate()
    .executeTakeFirst();
  if (key === undefined) throw new DepositActRefused(`there is no key ${fingerprint}; see: deposits keys`);
  if (key.retired_at !== null)
    throw new DepositActRefused(`${fingerprint} is retired since ${key.retired_at.toISOString()}`);
  const network = chain.networks.find((each) => chain.keyOf(each.network) === fingerprint)?.network;
  if (network !== undefined)
    throw new DepositActRefused(
      `${fingerprint} is the key in force of ${network}: set another one and restart all servers first`,
    );
}

/**
 * Why a key may be in force at a server, although it is not the one that this command was given: a command with other
 * settings than the servers' knows nothing of theirs.
 *
 * @returns null if nothing says so
 */
async function mayBeInForce(
  trx: Trx,
  { chain }: Services,
  { fingerprint, at }: { fingerprint: string; at: Date },
): Promise<string | null> {
  const given = await trx
    .selectFrom('chain_addresses')
    .select(['network', (query) => query.fn.max('issued_at').as('last')])
    .where('fingerprint', '=', fingerprint)
    .groupBy('network')
    .execute();
  const open = chain.networks.filter(({ network }) => chain.keyOf(network) !== null).map(({ network }) => network);
  const unset = given.find(({ network }) => !open.includes(network));
  if (unset !== undefined)
    return `this command has no key of ${unset.network}, so it does not know which one is in force there`;
  if (given.length === 0 && open.length === 0)
    return 'this command has no key, so it does not know which ones are in force';
  const fresh = given.find(({ last }) => secondsBetween(last, at) < DAY_SECONDS);
  return fresh === undefined
    ? null
    : `a server gave out an address of ${fingerprint} at ${fresh.last.toISOString()}, and may still have it`;
}

/** Ends the requests that wait for a payment to an address of a key. @returns their references, by member */
async function endRequests(
  trx: Trx,
  { fingerprint, at }: { fingerprint: string; at: Date },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const open = await trx
    .selectFrom('deposits')
    .innerJoin('receipts', 'receipts.id', 'deposits.id')
    .innerJoin('chain_addresses', 'chain_addresses.id', 'deposits.address_id')
    .select(['deposits.id', 'deposits.member_id', 'receipts.reference'])
    .where('chain_addresses.fingerprint', '=', fingerprint)
    .where('receipts.status', '=', AWAITING)
    .orderBy('deposits.id')
    .execute();
  const ended = new Map<string, string[]>();
  for (const { id, member_id: memberId, reference } of open) {
    const { status: before } = await lockReceipt(trx, id, 'deposit');
    // Its member may have canceled it meanwhile.
    if (before !== AWAITING) continue;
    const status = statusByStep<string>(depositLifecycle, before, 'RETIRE');
    await setReceiptStatus(trx, { receiptId: id, status, at });
    await noteStep(trx, { receiptId: id, status, at });
    ended.set(memberId, [...(ended.get(memberId) ?? []), reference]);
  }
  return ended;
}

/** The keys that addresses are given out of now. */
export function keysInForce({ chain }: Pick<Services, 'chain'>): ReadonlySet<string | null> {
  return new Set(chain.networks.map(({ network }) => chain.keyOf(network)));
}

/**
 * Whether a key counts as retired. While a restore is open, each one does that is not in force: it may have been
 * retired in the time that is lost.
 */
export function countsAsRetired(
  services: Pick<Services, 'chain'>,
  key: { fingerprint: string; retired_at: Date | null; restored_at: Date | null },
): boolean {
  return key.retired_at !== null || (key.restored_at !== null && !keysInForce(services).has(key.fingerprint));
}

/** Whether the key of an address counts as retired. */
export async function isRetired(trx: Trx, services: Pick<Services, 'chain'>, addressId: string): Promise<boolean> {
  const key = await keyOfAddress(trx, addressId);
  return key !== undefined && countsAsRetired(services, key);
}

/** Whether the key of an address has been retired: what ends for good goes by that alone. */
export async function isKeyRetired(trx: Trx, addressId: string): Promise<boolean> {
  return ((await keyOfAddress(trx, addressId))?.retired_at ?? null) !== null;
}

function keyOfAddress(trx: Trx, addressId: string) {
  return trx
    .selectFrom('chain_addresses')
    .innerJoin('chain_keys', 'chain_keys.fingerprint', 'chain_addresses.fingerprint')
    .innerJoin('club_state', (join) => join.onTrue())
    .select(['chain_keys.fingerprint', 'chain_keys.retired_at', 'club_state.restored_at'])
    .where('chain_addresses.id', '=', addressId)
    .executeTakeFirst();
}
