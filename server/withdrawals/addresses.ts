// The address book, the addresses that were paid to, and new ones that could be taken for them (D-28).
import type { components } from '#openapi/api.gen.d.ts';
import type { MemberSession } from '#server/accounts/sessions.ts';
import { audit } from '#server/audit/audit.ts';
import { resembles } from '#server/chain/likeness.ts';
import type { ChainAsset, Network } from '#server/chain/chain.ts';
import type { CallContext } from '#server/contract/types.ts';
import type { Db, Trx } from '#server/db/kysely.ts';
import { Problem } from '#server/problems.ts';
import type { Worked } from '#server/requests/run-once.ts';
import type { Services } from '#server/services.ts';
import { personName } from '#server/accounts/person.ts';
import { readAddress } from './networks.ts';

type SavedAddress = components['schemas']['SavedAddress'];

/** Withdrawals that paid, or will pay, to their address. */
const NOT_PAID = ['cancel', 'notApproved'];

interface Known {
  address: string;
  label: string | null;
  lastUsedAt: Date | null;
}

/** The address book, the last used first, then by when they were saved. */
export async function listAddresses(db: Db | Trx, memberId: string): Promise<SavedAddress[]> {
  const rows = await db.selectFrom('saved_addresses').selectAll().where('member_id', '=', memberId).where('removed_at', 'is', null).orderBy('saved_at', 'desc').orderBy('id').execute();
  const used = await paidAddresses(db, memberId);
  const entries = rows.map((row) => ({ row, lastUsedAt: used.get(usedKey(row)) ?? null }));
  entries.sort((a, b) => (b.lastUsedAt?.getTime() ?? 0) - (a.lastUsedAt?.getTime() ?? 0));
  return entries.map(({ row, lastUsedAt }) => ({
    id: row.id,
    asset: row.asset,
    network: row.network,
    address: row.address,
    label: row.label,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/** Puts an address into the book; the same one again changes its label. @throws Problem address_invalid, address_wrong_network */
export async function saveAddress(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession } & components['schemas']['AddressWanted'],
): Promise<Worked<SavedAddress>> {
  const { session } = given;
  const { memberId } = session;
  const now = services.clock.now();
  const { asset, network, address } = readAddress(services, call, given);
  const label = personName(call, given.label, 'label');
  const saved = await trx
    .insertInto('saved_addresses')
    .values({ id: services.random.uuid(), member_id: memberId, asset, network, address, label, saved_at: now })
    .onConflict((conflict) => conflict.columns(['member_id', 'asset', 'network', 'address']).doUpdateSet({ label, removed_at: null }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(trx, { kind: 'address_saved', at: now, memberId, sessionId: session.id, call, details: { asset, network } });
  const entry = (await listAddresses(trx, memberId)).find(({ id }) => id === saved.id);
  if (entry === undefined) throw new Error('an address was saved and is not in the book');
  return { kind: 'done', body: entry };
}

/** Takes an address out of the book; one that is out already is no fault. @throws Problem not_found for another member's */
export async function removeAddress(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession; id: string },
): Promise<Worked<components['schemas']['AddressList']>> {
  const { session, id } = given;
  const { memberId } = session;
  const now = services.clock.now();
  const entry = await trx.selectFrom('saved_addresses').select(['removed_at', 'asset', 'network']).where('id', '=', id).where('member_id', '=', memberId).executeTakeFirst();
  if (entry === undefined) throw new Problem('not_found');
  const removed = await trx.updateTable('saved_addresses').set({ removed_at: now }).where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst();
  if (removed.numUpdatedRows === 1n) {
    const { asset, network } = entry;
    await audit(trx, { kind: 'address_removed', at: now, memberId, sessionId: session.id, call, details: { asset, network } });
  }
  return { kind: 'done', body: { items: await listAddresses(trx, memberId) } };
}

/** The label of an address in the book; null where it isn't in it. */
export async function labelOf(db: Db | Trx, entry: { memberId: string; asset: ChainAsset; network: Network; address: string }): Promise<string | null> {
  const row = await db
    .selectFrom('saved_addresses')
    .select('label')
    .where('member_id', '=', entry.memberId)
    .where('asset', '=', entry.asset)
    .where('network', '=', entry.network)
    .where('address', '=', entry.address)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row?.label ?? null;
}

/** An address that the member has used or saved and that a new one looks like; null where there is none, or the new one is known itself. */
export async function resemblanceOf(db: Db | Trx, memberId: string, wanted: { network: Network; address: string }): Promise<components['schemas']['Resemblance'] | null> {
  const known = await knownAddresses(db, memberId, wanted.network);
  if (known.some(({ address }) => address === wanted.address)) return null;
  const alike = known.find(({ address }) => resembles(address, wanted.address));
  if (alike === undefined) return null;
  return { address: alike.address, label: alike.label, lastUsedAt: alike.lastUsedAt?.toISOString() ?? null };
}

async function knownAddresses(db: Db | Trx, memberId: string, network: Network): Promise<Known[]> {
  const saved = (await listAddresses(db, memberId)).filter((entry) => entry.network === network);
  const book = saved.map(({ address, label, lastUsedAt }) => ({ address, label, lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt) }));
  const inBook = new Set(book.map(({ address }) => address));
  const paid = [...(await paidAddresses(db, memberId))].flatMap(([key, at]) => {
    const [onNetwork, address = ''] = key.split(' ');
    return onNetwork === network && !inBook.has(address) ? [{ address, label: null, lastUsedAt: at }] : [];
  });
  return [...book, ...paid];
}

/** When each address was last withdrawn to. */
async function paidAddresses(db: Db | Trx, memberId: string): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('withdrawals')
    .innerJoin('receipts', 'receipts.id', 'withdrawals.id')
    .select(['withdrawals.network', 'withdrawals.address'])
    .select((query) => query.fn.max('receipts.at').as('at'))
    .where('withdrawals.member_id', '=', memberId)
    .where('receipts.status', 'not in', NOT_PAID)
    .groupBy(['withdrawals.network', 'withdrawals.address'])
    .execute();
  return new Map(rows.map((row) => [usedKey(row), row.at]));
}

function usedKey({ network, address }: { network: Network; address: string }): string {
  return `${network} ${address}`;
}
