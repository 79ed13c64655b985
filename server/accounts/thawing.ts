// Thawing a frozen account (D-32): the mailed link and, where a settled app is bound, a code of it. Nobody is signed in by it.
import { sql } from 'kysely';
import type { components } from '#openapi/api.gen.d.ts';
import { secondsAfter } from '#server/clock.ts';
import type { CallContext } from '#server/contract/types.ts';
import { tokenHash } from '#server/crypto/tokens.ts';
import type { Trx } from '#server/db/kysely.ts';
import { enqueueMailTo, memberRecipient } from '#server/mail/outbox.ts';
import { momentText } from '#server/mail/render.ts';
import { Problem } from '#server/problems.ts';
import type { Worked } from '#server/requests/run-once.ts';
import type { Services } from '#server/services.ts';
import { fieldSentence } from '#server/texts.ts';
import { auditAct, deviceOf, type Actor } from './actor.ts';
import { boundFactor } from './bound-factor.ts';
import { trustOnlyThisBrowser } from './browsers.ts';
import { endLinksToFormer, enqueueAlarm } from './freeze-links.ts';
import { holdMoney } from './hold.ts';
import { lockMember } from './members.ts';
import { endOpenActs } from './open-acts.ts';
import { checkCode, refusalOf } from './second-factor.ts';

type ThawAnswer = components['schemas']['Thawed'] | components['schemas']['ThawFactorNeeded'];

/** Wrong codes that a link bears; at the last it is void. */
const TRIES = 5;

/** A month: how long an earlier thaw against a former address is remembered. */
const REMEMBERED_SECONDS = 30 * 24 * 60 * 60;

/**
 * Thaws the account of the link. With a settled app bound, the token alone asks for a code and changes nothing. Of any
 * number of calls with one link, one thaws. What support froze no link thaws.
 *
 * Refused with link_invalid, code_incorrect and the tries left, or second_factor_locked.
 */
export async function thawAccount(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: components['schemas']['Thaw'],
): Promise<Worked<ThawAnswer>> {
  const now = services.clock.now();
  const hash = tokenHash(given.token);
  const memberId = (await trx.selectFrom('thaw_links').select('member_id').where('token_hash', '=', hash).executeTakeFirst())?.member_id ?? null;
  if (memberId === null) return invalid();
  const member = await lockMember(trx, memberId);
  const link = await trx.selectFrom('thaw_links').select(['id', 'tries']).where('token_hash', '=', hash).where('ended_at', 'is', null).where('expires_at', '>', now).executeTakeFirst();
  if (link === undefined || member.frozen_by !== 'member') return invalid();
  const proven = (await boundFactor(trx, services, memberId))?.settled === true;
  if (proven) {
    if (given.secondFactor === undefined) return { kind: 'done', body: { result: 'secondFactor', triesLeft: TRIES - link.tries } };
    const problem = await checkFactor(trx, services, call, { memberId, link, secondFactor: given.secondFactor });
    if (problem !== null) return { kind: 'refused', problem };
  }
  await thaw(trx, services, { member, actor: { by: 'member', call, session: null } });
  // Any other browser may be the one that the account was frozen for.
  const browser = await trustOnlyThisBrowser(trx, services, call, { memberId, proven });
  return { kind: 'done', body: { result: 'thawed', thawedAt: now.toISOString() }, cookies: [browser] };
}

/**
 * Thaws an account for its member or for support. Where no settled app is bound, whoever reads the mailbox could enter now, so money is
 * held for 24 hours. The account must be frozen and the member's row locked: `member` is that row. The former address that froze the
 * account gets another link, since its owner may have nothing but that mailbox; `overrules` takes the links of all former ones instead.
 *
 * @returns until when money is held by it; null where it isn't
 */
export async function thaw(
  trx: Trx,
  services: Services,
  { member, actor, overrules = false }: { member: { id: string; email: string; frozen_from: string | null }; actor: Actor; overrules?: boolean },
): Promise<Date | null> {
  const { id: memberId, email, frozen_from: frozenFrom } = member;
  const now = services.clock.now();
  const settled = (await boundFactor(trx, services, memberId))?.settled === true;
  // Held before the account is thawed: a provisional app stays so.
  const heldUntil = settled ? null : await holdMoney(trx, services, memberId);
  await trx.updateTable('members').set({ frozen_at: null, frozen_by: null, frozen_from: null, thaw_asked_at: null }).where('id', '=', memberId).execute();
  await endOpenActs(trx, { memberId, now });
  const former = frozenFrom === email ? null : frozenFrom;
  await auditAct(trx, actor, { kind: 'account_thawed', at: now, memberId, details: { secondFactor: settled, ...(former === null ? {} : { againstFormer: former }) } });
  const mail = { memberId, device: deviceOf(actor), now };
  if (heldUntil === null) await enqueueAlarm(trx, services, { ...mail, kind: 'accountThawed' });
  else await enqueueAlarm(trx, services, { ...mail, kind: 'accountThawedHeld', values: { heldUntil: momentText(heldUntil) } });
  if (overrules) await endLinksToFormer(trx, { memberId, now });
  if (former !== null && overrules) await enqueueMailTo(trx, services, { kind: 'accountThawedOverruled', to: { ...(await memberRecipient(trx, memberId)), address: former }, device: null, now });
  else if (former !== null) await enqueueAlarm(trx, services, { ...mail, kind: 'accountThawedFormer', formerAddress: former });
  return heldUntil;
}

/** Whether the former address that froze an account had frozen it before, in the month before this freeze, and support thawed it. */
export async function wasThawedAgainstFormer(trx: Trx, { id, frozen_at: frozenAt, frozen_from: former }: { id: string; frozen_at: Date; frozen_from: string }): Promise<boolean> {
  const thawed = await trx
    .selectFrom('audit_events')
    .select('id')
    .where('member_id', '=', id)
    .where('kind', '=', 'account_thawed')
    .where('at', '>=', secondsAfter(frozenAt, -REMEMBERED_SECONDS))
    .where(sql`details ->> 'againstFormer'`, '=', former)
    .executeTakeFirst();
  return thawed !== undefined;
}

/** What is wrong with the code; null where it is right. The member's row is locked, so tries of one link follow each other. */
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
  await trx.updateTable('thaw_links').set({ tries, ended_at: tries < TRIES ? null : now }).where('id', '=', link.id).execute();
  if (tries >= TRIES) return new Problem('link_invalid');
  return new Problem('code_incorrect', { triesLeft: TRIES - tries, errors: { code: [fieldSentence(call.culture, 'codeIncorrect')] } });
}

function invalid(): Worked<never> {
  return { kind: 'refused', problem: new Problem('link_invalid') };
}
