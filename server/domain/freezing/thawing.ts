// Thawing a frozen account (D-32): the mailed link and, if a settled app is set up, a code of it. It signs nobody in.
import { sql } from 'kysely';
import type { components } from '#openapi/api.gen.d.ts';
import {
  endLinksToFormer,
  enqueueAlarm,
  notifiedFormerAddresses,
  FREEZE_LINK_SECONDS,
} from '#server/domain/alarms/freeze-links.ts';
import { holdMoney } from '#server/domain/members/hold.ts';
import { lockMember } from '#server/domain/members/members.ts';
import { endOpenActs } from '#server/domain/open-acts/open-acts.ts';
import { dropPasskeys } from '#server/domain/passkeys/passkeys.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { boundFactor } from '#server/domain/second-factor/bound-factor.ts';
import { checkCode, refusalOf } from '#server/domain/second-factor/second-factor.ts';
import type { Services } from '#server/domain/services/services.ts';
import { trustOnlyThisBrowser } from '#server/domain/sessions/browsers.ts';
import { auditAct, deviceOf, type Actor } from '#server/domain/support-requests/actor.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import { tokenHash } from '#server/platform/crypto/tokens.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { enqueueMailTo, memberRecipient } from '#server/platform/mail/outbox.ts';
import { momentText } from '#server/platform/mail/render.ts';
import { DAY_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import { fieldSentence } from '#server/platform/texts/texts.ts';

type ThawAnswer = components['schemas']['Thawed'] | components['schemas']['ThawFactorNeeded'];

/** How many wrong codes a link allows; the last one voids it. */
const TRIES = 5;

/** A month: how long an earlier thaw against a former address's objection is remembered. */
const REMEMBERED_SECONDS = 30 * DAY_SECONDS;

/**
 * Thaws the account of the link. With a settled app set up, a call with the token alone requires a code and changes
 * nothing. Of any number of calls with one link, one thaws. No link thaws an account that support froze.
 *
 * Refused with link_invalid, code_incorrect and the tries left, or second_factor_locked.
 */
export async function thawAccount(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: components['schemas']['Thaw'],
): Promise<CallResult<ThawAnswer>> {
  const now = services.clock.now();
  const hash = tokenHash(given.token);
  const memberId =
    (await trx.selectFrom('thaw_links').select('member_id').where('token_hash', '=', hash).executeTakeFirst())
      ?.member_id ?? null;
  if (memberId === null) return invalid();
  const member = await lockMember(trx, memberId);
  const link = await trx
    .selectFrom('thaw_links')
    .select(['id', 'tries'])
    .where('token_hash', '=', hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (link === undefined || member.frozen_by !== 'member') return invalid();
  const proven = (await boundFactor(trx, services, memberId))?.settled === true;
  if (proven) {
    if (given.secondFactor === undefined)
      return { kind: 'done', body: { result: 'secondFactor', triesLeft: TRIES - link.tries } };
    const problem = await checkFactor(trx, services, call, { memberId, link, secondFactor: given.secondFactor });
    if (problem !== null) return { kind: 'refused', problem };
  }
  await thaw(trx, services, { member, actor: { by: 'member', call, session: null } });
  // Any other browser may be the one that the account was frozen for.
  const browser = await trustOnlyThisBrowser(trx, services, call, { memberId, proven });
  return { kind: 'done', body: { result: 'thawed', thawedAt: now.toISOString() }, cookies: [browser] };
}

/**
 * Thaws an account for its member or for support. If no settled app is set up, anybody who reads the mailbox could now
 * get in, so money is held for 24 hours. The account must be frozen and the member's row locked: `member` is that row.
 * A former address that used its link is sent another one, once, since its owner may have nothing but that mailbox;
 * `overrules` sends none to the address that froze the account. The links of other former addresses stay as they are.
 *
 * @returns until when this holds money; null if it does not
 */
export async function thaw(
  trx: Trx,
  services: Services,
  {
    member,
    actor,
    overrules = false,
  }: {
    member: { id: string; email: string; frozen_at: Date | null; frozen_from: string | null };
    actor: Actor;
    overrules?: boolean;
  },
): Promise<Date | null> {
  const { id: memberId, frozen_from: frozenFrom } = member;
  const now = services.clock.now();
  const settled = (await boundFactor(trx, services, memberId))?.settled === true;
  // Held before the account is thawed: a provisional app stays provisional.
  const heldUntil = settled ? null : await holdMoney(trx, services, memberId);
  await trx
    .updateTable('members')
    .set({ frozen_at: null, frozen_by: null, frozen_from: null, thaw_asked_at: null })
    .where('id', '=', memberId)
    .execute();
  await endOpenActs(trx, services, { memberId, now, frozenSince: member.frozen_at ?? now });
  // The account was frozen since somebody else may have got in, and a passkey would let them in again.
  await dropPasskeys(trx, services, { memberId, actor });
  const told =
    frozenFrom === null
      ? []
      : await formersToTell(trx, {
          member: { ...member, frozen_at: member.frozen_at ?? now, frozen_from: frozenFrom },
          now,
          overrules,
        });
  await auditAct(trx, actor, {
    kind: 'account_thawed',
    at: now,
    memberId,
    details: {
      secondFactor: settled,
      ...(told.length === 0 ? {} : { againstFormer: told.map(({ address }) => address).join(' ') }),
    },
  });
  const mail = { memberId, device: deviceOf(actor), now };
  if (heldUntil === null) await enqueueAlarm(trx, services, { ...mail, kind: 'accountThawed' });
  else
    await enqueueAlarm(trx, services, {
      ...mail,
      kind: 'accountThawedHeld',
      values: { heldUntil: momentText(heldUntil) },
    });
  for (const { address, mayFreeze } of told) {
    if (mayFreeze) await enqueueAlarm(trx, services, { ...mail, kind: 'accountThawedFormer', formerAddress: address });
    else {
      await endLinksToFormer(trx, { memberId, address, now });
      await enqueueMailTo(trx, services, {
        kind: 'accountThawedOverruled',
        to: { ...(await memberRecipient(trx, memberId)), address },
        device: null,
        now,
      });
    }
  }
  return heldUntil;
}

/**
 * The former addresses that have used their link, in no order, and which of them are sent another one: not one that was
 * sent one before, nor one that is overruled.
 */
async function formersToTell(
  trx: Trx,
  {
    member,
    now,
    overrules,
  }: { member: { id: string; email: string; frozen_at: Date; frozen_from: string }; now: Date; overrules: boolean },
): Promise<{ address: string; mayFreeze: boolean }[]> {
  const { id: memberId, email, frozen_at: frozenAt, frozen_from: frozenFrom } = member;
  const had = await formersOfEarlierThaws(trx, { id: memberId, frozen_at: frozenAt });
  const told = await notifiedFormerAddresses(trx, {
    memberId,
    since: secondsAfter(frozenAt, -FREEZE_LINK_SECONDS),
    now,
  });
  const pressed = new Set([frozenFrom, ...told.flatMap(({ address, hasLink }) => (hasLink ? [] : [address]))]);
  pressed.delete(email);
  return [...pressed].map((address) => ({
    address,
    mayFreeze: !had.has(address) && !(overrules && address === frozenFrom),
  }));
}

/**
 * The former addresses that support overruled by thawing the account in the month before it was frozen: each was sent
 * its second link.
 */
export async function formersOfEarlierThaws(
  trx: Trx,
  { id, frozen_at: frozenAt }: { id: string; frozen_at: Date },
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('audit_events')
    .select(sql<string | null>`details ->> 'againstFormer'`.as('addresses'))
    .where('member_id', '=', id)
    .where('kind', '=', 'account_thawed')
    .where('at', '>=', secondsAfter(frozenAt, -REMEMBERED_SECONDS))
    .execute();
  return new Set(rows.flatMap(({ addresses }) => addresses?.split(' ') ?? []));
}

/**
 * What is wrong with the code; null if it is right. The member's row is locked, so tries of one link come one at a
 * time.
 */
async function checkFactor(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { memberId: string; link: { id: string; tries: number }; secondFactor: components['schemas']['ThawFactor'] },
): Promise<Problem | null> {
  const { memberId, link, secondFactor } = given;
  const now = services.clock.now();
  const check = await checkCode(trx, services, call, { memberId, ...secondFactor, of: { kind: 'thaw' } });
  if (check.kind === 'right') return null;
  if (check.kind !== 'wrong') return refusalOf(check, now);
  const tries = link.tries + 1;
  await trx
    .updateTable('thaw_links')
    .set({ tries, ended_at: tries < TRIES ? null : now })
    .where('id', '=', link.id)
    .execute();
  if (tries >= TRIES) return new Problem('link_invalid');
  return new Problem('code_incorrect', {
    triesLeft: TRIES - tries,
    errors: { code: [fieldSentence(call.culture, 'codeIncorrect')] },
  });
}

function invalid(): CallResult<never> {
  return { kind: 'refused', problem: new Problem('link_invalid') };
}
