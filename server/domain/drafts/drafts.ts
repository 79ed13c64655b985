// Drafts of what moves money (S-16): stored as shown, confirmed once, void when changed.
import { createHash } from 'node:crypto';
import type { components } from '#openapi/api.gen.d.ts';
import { secondsAfter, secondsUntil } from '#server/platform/system/clock.ts';
import { CODE_TRIES, liveCode, type CodeBinding } from '#server/domain/codes/email-codes.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import type { DraftsTable } from '#server/platform/db/wallet-tables.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import { canonical } from '#server/platform/crypto/canonical.ts';
import type { LockedMember } from '#server/domain/members/members.ts';
import type { Rules } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import { sql, type Selectable } from 'kysely';
import type { DraftKind, DraftSecondFactor } from './executor.ts';
import { confirmingPasskeys } from './factor.ts';
import { refuseHeld } from './reach.ts';

export type DraftRow = Selectable<DraftsTable>;

/** What every answer with a fresh draft has in common. */
export interface FreshDraft {
  id: string;
  state: 'open';
  expiresAt: string;
  expiresIn: number;
  secondFactor: DraftSecondFactor;
}

/** The columns of a draft, by name: see `LOCKED` of server/domain/members/members.ts. */
const WHOLE = [
  'id',
  'member_id',
  'kind',
  'state',
  'terms',
  'second_factor',
  'tries',
  'created_at',
  'expires_at',
  'executed_at',
  'receipt_id',
] as const satisfies readonly (keyof DraftsTable)[];

const SECONDS_PER_MINUTE = 60;
/** Not a parameter, so that every plan knows that the index of open drafts has it. */
const OPEN = sql.lit<'open'>('open');

/** Until when a draft that is made now can be confirmed. */
export function draftEnd(now: Date, rules: Pick<Rules, 'draftMinutes'>): Date {
  return secondsAfter(now, rules.draftMinutes * SECONDS_PER_MINUTE);
}

/**
 * Stores a draft and voids the member's older one of the kind. The member's row must be locked. @throws Problem
 * money_held
 */
export async function keepDraft(
  trx: Trx,
  services: Services,
  draft: {
    member: Pick<LockedMember, 'id' | 'money_held_until'>;
    kind: DraftKind;
    terms: object;
    secondFactor: DraftSecondFactor;
    expiresAt: Date;
  },
): Promise<FreshDraft> {
  const { member, kind, terms, secondFactor, expiresAt } = draft;
  const { id: memberId } = member;
  const now = services.clock.now();
  await refuseHeld(trx, services, { member, kind });
  const id = services.random.uuid();
  await trx
    .updateTable('drafts')
    .set({ state: 'voided' })
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('state', '=', OPEN)
    .execute();
  await trx
    .insertInto('drafts')
    .values({
      id,
      member_id: memberId,
      kind,
      terms: JSON.stringify(terms),
      second_factor: secondFactor,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return {
    id,
    state: 'open',
    expiresAt: expiresAt.toISOString(),
    expiresIn: secondsUntil(now, expiresAt),
    secondFactor,
  };
}

/** Voids all drafts of a member. The member's row must be locked. */
export async function voidDrafts(trx: Trx, memberId: string): Promise<void> {
  await trx
    .updateTable('drafts')
    .set({ state: 'voided' })
    .where('member_id', '=', memberId)
    .where('state', '=', OPEN)
    .execute();
}

/** A draft of the member's. @throws Problem not_found, also for another member's */
export async function findDraft(db: Db | Trx, own: { memberId: string; id: string }): Promise<DraftRow> {
  const row = await db
    .selectFrom('drafts')
    .select(WHOLE)
    .where('id', '=', own.id)
    .where('member_id', '=', own.memberId)
    .executeTakeFirst();
  if (row === undefined) throw new Problem('not_found');
  return row;
}

/** The same, locked until the transaction ends: of any number of confirmations one comes first. */
export async function lockDraft(trx: Trx, own: { memberId: string; id: string }): Promise<DraftRow> {
  const row = await trx
    .selectFrom('drafts')
    .select(WHOLE)
    .where('id', '=', own.id)
    .where('member_id', '=', own.memberId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new Problem('not_found');
  return row;
}

/** Notes that a locked draft was carried out, and with which receipt. @returns the draft as it is now */
export async function closeDraft(
  trx: Trx,
  draft: Pick<DraftRow, 'id'>,
  done: { receiptId: string; at: Date },
): Promise<DraftRow> {
  return trx
    .updateTable('drafts')
    .set({ state: 'executed', executed_at: done.at, receipt_id: done.receiptId })
    .where('id', '=', draft.id)
    .returning(WHOLE)
    .executeTakeFirstOrThrow();
}

/** Whether a draft can still be confirmed. */
export function isOpen(draft: Pick<DraftRow, 'state' | 'expires_at'>, now: Date): boolean {
  return draft.state === 'open' && draft.expires_at > now;
}

/**
 * SHA-256 of what a draft says: whose it is, what it does, and until when. A device signs it with the random part of
 * its challenge, so what it signed is worth nothing for another draft, nor for this one if it were changed.
 */
export function digestOf(draft: DraftRow): Buffer {
  const { id, member_id: memberId, kind, terms, second_factor: secondFactor, expires_at: expiresAt } = draft;
  const said = canonical({ id, memberId, kind, terms, secondFactor, expiresAt: expiresAt.toISOString() });
  return createHash('sha256').update(said, 'utf8').digest();
}

/** Whether a draft may still be confirmed with a passkey, as far as its tries tell: codes of the app count with it. */
export function hasPasskeyTries(draft: Pick<DraftRow, 'second_factor' | 'tries'>): boolean {
  return draft.second_factor !== 'none' && draft.tries < CODE_TRIES;
}

/**
 * Counts a code of the app, or a signature, before it is compared, so that parallel ones cannot exceed the limit.
 *
 * @returns how many are left after it; null if none was
 */
export async function takeTry(trx: Trx, draft: Pick<DraftRow, 'id'>): Promise<number | null> {
  const tried = await trx
    .updateTable('drafts')
    .set((query) => ({ tries: query('tries', '+', 1) }))
    .where('id', '=', draft.id)
    .where('tries', '<', CODE_TRIES)
    .returning('tries')
    .executeTakeFirst();
  return tried === undefined ? null : CODE_TRIES - tried.tries;
}

/** What the code of a draft is bound to: the draft and the address it goes to. */
export function codeBinding(draft: Pick<DraftRow, 'id'>, email: string): CodeBinding<'confirmDraft'> {
  return { purpose: 'confirmDraft', email, account: draft.id };
}

/** A draft as its member sees it, whose row was read. */
export async function showDraft(
  db: Db | Trx,
  services: Services,
  draft: DraftRow,
  { email }: { email: string },
): Promise<components['schemas']['Draft']> {
  const now = services.clock.now();
  const open = isOpen(draft, now);
  const byMail = draft.second_factor === 'email';
  const code = byMail && open ? await liveCode(db, services, codeBinding(draft, email)) : null;
  return {
    id: draft.id,
    kind: draft.kind,
    state: draft.state === 'executed' ? 'executed' : open ? 'open' : 'expired',
    expiresAt: draft.expires_at.toISOString(),
    expiresIn: open ? secondsUntil(now, draft.expires_at) : 0,
    secondFactor: draft.second_factor,
    passkey: open && hasPasskeyTries(draft) && (await confirmingPasskeys(db, services, draft.member_id)).length > 0,
    codeSent: code !== null,
    codeTo: byMail ? shortAddress(email) : null,
    codeExpiresIn: code?.expiresIn ?? null,
    resendIn: code?.resendIn ?? null,
    triesLeft: byMail ? (code?.triesLeft ?? CODE_TRIES) : CODE_TRIES - draft.tries,
    receiptId: draft.receipt_id,
  };
}

/** A masked mail address that its owner recognizes, such as `d***@perch.example`. */
function shortAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return `${first}***${email.slice(at)}`;
}
