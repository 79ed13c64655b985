// The address book, the addresses that were paid to, and new addresses that look like them (D-28).
import type { components } from '#openapi/api.gen.d.ts';
import { lockMember } from '#server/domain/members/members.ts';
import { recordNotice } from '#server/domain/notices/record.ts';
import { isAllowListOn } from '#server/domain/open-acts/allow-list-state.ts';
import { NEW_FOR_SECONDS } from '#server/domain/open-acts/new-addresses.ts';
import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { resembles } from '#server/domain/chain/likeness.ts';
import type { ChainAsset, Network } from '#server/domain/chain/chain.ts';
import { beginOfWait, trustedMoment, type TrustedMoment } from '#server/domain/club/trusted-clock.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { momentText } from '#server/platform/mail/render.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import type { Services } from '#server/domain/services/services.ts';
import { personLine } from '#server/domain/members/person.ts';
import { readAddress, refuseOwnDeposit } from '#server/domain/networks/networks.ts';

type SavedAddress = components['schemas']['SavedAddress'];

/** Withdrawals that paid, or will pay, to their address. */
const NOT_PAID = ['cancel', 'notApproved'];
/** The most entries of a book; the contract states the same number. */
export const MOST_ADDRESSES = 100;

/** An address that a new one is compared with. */
interface Known {
  address: string;
  /** Null if it has none, is not in the book any more, or got it within the last day. */
  label: string | null;
  lastUsedAt: Date | null;
  /** Since when it is known: first saved, or first paid to. Later changes of its entry do not matter. */
  since: Date;
  /**
   * How it is trusted by itself. One that was `paid` is never warned of; one that is in the book and not new, but was
   * never paid, is warned of if it resembles an older one: a session is enough to save it, and a day to wait.
   */
  settled: 'paid' | 'byAge' | null;
}

/** Since when an entry is new; null once its day is over. */
function newSince(
  { saved_at: savedAt, renamed_at: renamedAt }: { saved_at: Date; renamed_at: Date | null },
  now: TrustedMoment,
): Date | null {
  const since = renamedAt ?? savedAt;
  return now < secondsAfter(since, NEW_FOR_SECONDS) ? since : null;
}

/** The address book, ordered by last use, then by when they were saved. */
export async function listAddresses(db: Db | Trx, memberId: string, now: TrustedMoment): Promise<SavedAddress[]> {
  const rows = await db
    .selectFrom('saved_addresses')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('removed_at', 'is', null)
    .orderBy('saved_at', 'desc')
    .orderBy('id')
    .execute();
  const used = await paidAddresses(db, memberId);
  const entries = rows.map((row) => ({ row, lastUsedAt: used.get(usedKey(row))?.last ?? null }));
  entries.sort((a, b) => (b.lastUsedAt?.getTime() ?? 0) - (a.lastUsedAt?.getTime() ?? 0));
  return entries.map(({ row, lastUsedAt }) => ({
    id: row.id,
    asset: row.asset,
    network: row.network,
    address: row.address,
    label: row.label,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    newSince: newSince(row, now)?.toISOString() ?? null,
  }));
}

/**
 * Saves an address in the book; saving the same one again changes its label. Either makes the entry new and is mailed
 * to the member, since a session is enough to do it; a call that changes nothing does neither. While withdrawals go
 * only to saved addresses, it is the slow way to another one: the mail carries the link that freezes, and a notice says
 * until when the address waits.
 *
 * @throws Problem address_invalid, address_wrong_network, address_own_deposit, address_book_full
 */
export async function saveAddress(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession } & components['schemas']['AddressWanted'],
): Promise<CallResult<SavedAddress>> {
  const { session } = given;
  const { memberId } = session;
  const now = services.clock.now();
  const { asset, network, address } = readAddress(services, call, given);
  const label = personLine(call, given.label, 'AddressWanted/properties/label');
  await lockMember(trx, memberId);
  await refuseOwnDeposit(trx, { memberId, network, address });
  const before = await trx
    .selectFrom('saved_addresses')
    .select(['id', 'label', 'removed_at'])
    .where('member_id', '=', memberId)
    .where('asset', '=', asset)
    .where('network', '=', network)
    .where('address', '=', address)
    .executeTakeFirst();
  const isListed = before !== undefined && before.removed_at === null;
  if (!isListed) await refuseFull(trx, memberId);
  const id = before?.id ?? services.random.uuid();
  if (!isListed || before.label !== label) {
    const since = await beginOfWait(trx, now);
    if (before === undefined)
      await trx
        .insertInto('saved_addresses')
        .values({ id, member_id: memberId, asset, network, address, label, saved_at: since })
        .execute();
    else
      await trx
        .updateTable('saved_addresses')
        .set({ label, removed_at: null, renamed_at: since })
        .where('id', '=', id)
        .execute();
    await audit(trx, {
      kind: 'address_saved',
      at: now,
      memberId,
      sessionId: session.id,
      call,
      details: { asset, network },
    });
    const values = { asset, network, address };
    const mail = { memberId, device: call.device, now };
    if (await isAllowListOn(trx, services, memberId)) {
      const until = secondsAfter(since, NEW_FOR_SECONDS);
      await recordNotice(trx, services, { kind: 'addressSaved', memberId, at: now, until });
      await enqueueAlarm(trx, services, {
        ...mail,
        kind: 'addressSavedLimited',
        values: { ...values, usableFrom: momentText(until) },
      });
    } else await enqueueMail(trx, services, { ...mail, kind: 'addressSaved', values });
  }
  const entry = (await listAddresses(trx, memberId, await trustedMoment({ ...services, db: trx }))).find(
    (each) => each.id === id,
  );
  if (entry === undefined) throw new Error('an address was saved and is not in the book');
  return { kind: 'done', body: entry };
}

/** @throws Problem address_book_full */
async function refuseFull(trx: Trx, memberId: string): Promise<void> {
  const { count } = await trx
    .selectFrom('saved_addresses')
    .select((query) => query.fn.countAll<string>().as('count'))
    .where('member_id', '=', memberId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_ADDRESSES) throw new Problem('address_book_full');
}

/**
 * Removes an address from the book, and notifies the member by mail; removing it twice is not an error. The row stays,
 * so that other addresses can be compared with it.
 *
 * @throws Problem not_found for another member's
 */
export async function removeAddress(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession; id: string },
): Promise<CallResult<components['schemas']['AddressList']>> {
  const { session, id } = given;
  const { memberId } = session;
  const now = services.clock.now();
  const entry = await trx
    .selectFrom('saved_addresses')
    .select(['asset', 'network', 'address'])
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (entry === undefined) throw new Problem('not_found');
  const removed = await trx
    .updateTable('saved_addresses')
    .set({ removed_at: now })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (removed.numUpdatedRows === 1n) {
    const { asset, network, address } = entry;
    await audit(trx, {
      kind: 'address_removed',
      at: now,
      memberId,
      sessionId: session.id,
      call,
      details: { asset, network },
    });
    await enqueueMail(trx, services, {
      kind: 'addressRemoved',
      memberId,
      device: call.device,
      now,
      values: { asset, network, address },
    });
  }
  return {
    kind: 'done',
    body: { items: await listAddresses(trx, memberId, await trustedMoment({ ...services, db: trx })) },
  };
}

/** An address's entry in the book: its label, and since when it is new; both null if it is not in the book. */
export async function entryOf(
  db: Db | Trx,
  wanted: { memberId: string; asset: ChainAsset; network: Network; address: string },
  now: TrustedMoment,
): Promise<{ addressLabel: string | null; addressNewSince: string | null }> {
  const row = await db
    .selectFrom('saved_addresses')
    .select(['label', 'saved_at', 'renamed_at'])
    .where('member_id', '=', wanted.memberId)
    .where('asset', '=', wanted.asset)
    .where('network', '=', wanted.network)
    .where('address', '=', wanted.address)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return { addressLabel: null, addressNewSince: null };
  return { addressLabel: row.label, addressNewSince: newSince(row, now)?.toISOString() ?? null };
}

/**
 * An address that the member has used or saved and that this one resembles; null if there is none, or if this address
 * is settled itself. Neither a new entry nor one that is only old suppresses the warning about an older one. Once
 * saved, an address is compared with forever, even after it was renamed or removed, since a session is enough to do
 * either. But no address counts as the genuine one against an address that was known before it, nor on its first day
 * unless it was paid to.
 */
export async function resemblanceOf(
  db: Db | Trx,
  memberId: string,
  wanted: { network: Network; address: string; now: TrustedMoment },
): Promise<components['schemas']['Resemblance'] | null> {
  const known = await knownAddresses(db, memberId, wanted);
  const own = known.find(({ address }) => address === wanted.address);
  if (own?.settled === 'paid') return null;
  const aged = (since: Date) => secondsAfter(since, NEW_FOR_SECONDS) <= wanted.now;
  const isGenuine = ({ lastUsedAt, since }: Known) =>
    own?.settled === 'byAge'
      ? since < own.since
      : lastUsedAt !== null || (own === undefined ? aged(since) : since < own.since);
  const alike = known
    .filter((each) => resembles(each.address, wanted.address) && isGenuine(each))
    .sort((a, b) => a.since.getTime() - b.since.getTime())[0];
  if (alike === undefined) return null;
  return { address: alike.address, label: alike.label, lastUsedAt: alike.lastUsedAt?.toISOString() ?? null };
}

async function knownAddresses(
  db: Db | Trx,
  memberId: string,
  { network, now }: { network: Network; now: TrustedMoment },
): Promise<Known[]> {
  const rows = await db
    .selectFrom('saved_addresses')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('network', '=', network)
    .execute();
  const paid = [...(await paidAddresses(db, memberId)).values()].filter((each) => each.network === network);
  const known = new Map<string, Known>(
    paid.map(({ address, first, last }) => [
      address,
      { address, label: null, lastUsedAt: last, since: first, settled: 'paid' },
    ]),
  );
  for (const row of rows) {
    const before = known.get(row.address);
    const vouched = row.removed_at === null && newSince(row, now) === null;
    known.set(row.address, {
      address: row.address,
      label: vouched ? row.label : (before?.label ?? null),
      lastUsedAt: before?.lastUsedAt ?? null,
      since: before === undefined || row.saved_at < before.since ? row.saved_at : before.since,
      settled: before?.settled ?? (vouched ? 'byAge' : null),
    });
  }
  return [...known.values()];
}

/** How many of the latest addresses of an asset a form offers. */
const RECENT = 5;

/**
 * The addresses outside the book that a member withdrew an asset to, over this network as it is now, the latest first.
 * Withdrawals that paid nothing don't count, and a removal counts until the address is withdrawn to again.
 */
export async function recentAddresses(
  db: Db | Trx,
  memberId: string,
  { asset, network, development }: { asset: ChainAsset; network: Network; development: boolean },
): Promise<components['schemas']['RecentAddress'][]> {
  const rows = await db
    .selectFrom('withdrawals')
    .innerJoin('receipts', 'receipts.id', 'withdrawals.id')
    .leftJoin('saved_addresses as saved', (join) =>
      join
        .onRef('saved.member_id', '=', 'withdrawals.member_id')
        .onRef('saved.address', '=', 'withdrawals.address')
        .on('saved.asset', '=', asset)
        .on('saved.network', '=', network),
    )
    .select('withdrawals.address')
    .select(({ fn }) => fn.max('receipts.at').as('last'))
    .where('withdrawals.member_id', '=', memberId)
    .where('withdrawals.network', '=', network)
    .where('withdrawals.development', '=', development)
    .where('receipts.asset', '=', asset)
    .where('receipts.status', 'not in', NOT_PAID)
    .where((where) =>
      where.or([where('saved.id', 'is', null), where('saved.removed_at', '<', where.ref('receipts.at'))]),
    )
    .groupBy('withdrawals.address')
    .orderBy('last', 'desc')
    .orderBy('withdrawals.address')
    .limit(RECENT)
    .execute();
  return rows.map(({ address, last }) => ({ asset, network, address, lastUsedAt: last.toISOString() }));
}

/** When each address was first and last withdrawn to. */
async function paidAddresses(
  db: Db | Trx,
  memberId: string,
): Promise<Map<string, { network: Network; address: string; first: Date; last: Date }>> {
  const rows = await db
    .selectFrom('withdrawals')
    .innerJoin('receipts', 'receipts.id', 'withdrawals.id')
    .select(['withdrawals.network', 'withdrawals.address'])
    .select((query) => [query.fn.min('receipts.at').as('first'), query.fn.max('receipts.at').as('last')])
    .where('withdrawals.member_id', '=', memberId)
    .where('receipts.status', 'not in', NOT_PAID)
    .groupBy(['withdrawals.network', 'withdrawals.address'])
    .execute();
  return new Map(rows.map((row) => [usedKey(row), row]));
}

function usedKey({ network, address }: { network: Network; address: string }): string {
  return `${network} ${address}`;
}
