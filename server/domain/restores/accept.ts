// Ends what a restore has begun: money moves again.
import type { UnreadChain } from '#server/domain/chain/chain.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit, type AuditEvent } from '#server/platform/audit/audit.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { secondsAfter, secondsBetween } from '#server/platform/system/clock.ts';
import { readRestore, type Restore } from './hold.ts';
import { doubtfulPayouts, RestoreRefused } from './review.ts';

/** How many addresses any club may give out in a day of which nothing else is known. */
const FEWEST_RESERVED = 1_000;
/** How many times as many as in the same time before: what is lost may have been the busiest days. */
const CAUTION = 10;

/**
 * Takes addresses out of use that may have been given out in the time that is lost, once for each restore; they would
 * be given to others, who would get what is paid to them.
 */
export async function reserveAddresses(trx: Trx, chain: Services['chain'], { at, from }: Restore): Promise<number> {
  const { issued } = await trx
    .selectFrom('chain_addresses')
    .select((query) => query.fn.countAll<bigint>().as('issued'))
    .where('issued_at', '>=', secondsAfter(from, -Math.max(0, secondsBetween(from, at))))
    .executeTakeFirstOrThrow();
  return chain.reserveLostAddresses(trx, { count: FEWEST_RESERVED + CAUTION * Number(issued), restoredAt: at });
}

/**
 * Lets money move again.
 *
 * @param despite why an operator accepts it although a chain cannot be read
 * @throws RestoreRefused saying what still has to be compared
 */
export async function acceptRestore(
  services: Services,
  given: { call: AuditEvent['call']; details: Record<string, string>; despite: string | null },
): Promise<Restore> {
  const { db, chain, clock } = services;
  const now = clock.now();
  const restore = await readRestore(db);
  if (restore === null) throw new RestoreRefused('nothing was restored, or it is accepted already');
  const unread = await chain.unreadChains(db);
  if (unread.length > 0 && given.despite === null)
    throw new RestoreRefused(
      `${unread.map(unreadText).join(', ')}: wait until the server has read them, since payments are found there; or give --despite "why it is right nevertheless"`,
    );
  const books = await checkBooks(db, { now, full: true });
  if (books.kind === 'busy') throw new RestoreRefused('another check of the books is running; try again');
  if (books.kind === 'disagree')
    throw new RestoreRefused(`the books disagree: ${books.violations[0]}; see: books check`);
  await inTransaction(db, async (trx) => {
    // Two operators at once: the second waits here and finds nothing to accept.
    const state = await trx.selectFrom('club_state').select('restored_at').forUpdate().executeTakeFirstOrThrow();
    if (state.restored_at === null) throw new RestoreRefused('nothing was restored, or it is accepted already');
    const open = (await doubtfulPayouts(trx, restore)).filter(
      ({ isChecked, paidBy }) => !isChecked || paidBy.length > 0,
    );
    if (open.length > 0)
      throw new RestoreRefused(
        `${open.map(({ reference }) => reference).join(', ')} may have been paid since ${restore.from.toISOString()}; look each up, then record its payment (withdrawals complete) or call it unpaid (restored unpaid)`,
      );
    await trx
      .updateTable('club_state')
      .set({ restored_at: null, restored_from: null, restore_accepted_at: now })
      .execute();
    await audit(trx, {
      kind: 'restore_accepted',
      at: now,
      memberId: null,
      call: given.call,
      details: {
        ...given.details,
        restoredAt: restore.at.toISOString(),
        from: restore.from.toISOString(),
        ...(given.despite === null ? {} : { despite: given.despite }),
      },
    });
  });
  return restore;
}

/** For operators. */
export function unreadText(chain: UnreadChain): string {
  switch (chain.why) {
    case 'silent':
      return `the node of ${chain.network} does not answer`;
    case 'wrong':
      return `the node of ${chain.network} gives no usable answer (${chain.reason})`;
    case 'otherChain':
      return `the node of ${chain.network} is on another chain`;
    case 'unread':
      return `${chain.blocks} blocks of ${chain.network} are not read yet`;
    case 'behind':
      return `the node of ${chain.network} has ${chain.blocks} blocks fewer than were read`;
    case 'replaced':
      return `the node of ${chain.network} has other blocks than the last ones that were read`;
    case 'stopped':
      return `the newest block of the node of ${chain.network} was made at ${chain.since.toISOString()}, too long ago: it has stopped or has not caught up`;
  }
}
