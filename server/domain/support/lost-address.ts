// Returns an account whose address a thief has changed to its owner. Whoever is given the new address has the account.
// So the request needs a proof of identity and a frozen account, every address that may be the owner's is notified, and
// a second operator, who types the address too, confirms no sooner than three days later. A hold follows, and the
// account stays frozen until support thaws it.
import { audit } from '#server/platform/audit/audit.ts';
import { DAY_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import { sqlState, type Trx } from '#server/platform/db/kysely.ts';
import { voidDrafts } from '#server/domain/drafts/drafts.ts';
import { momentText } from '#server/platform/mail/render.ts';
import type { Services } from '#server/domain/services/services.ts';
import { AccountRefused } from '#server/domain/support-requests/account-refused.ts';
import { auditAct, supportOf, type SupportAct } from '#server/domain/support-requests/actor.ts';
import { forgetBrowsers } from '#server/domain/sessions/browsers.ts';
import { dropFactor } from '#server/domain/second-factor/drop-factor.ts';
import { freeze } from '#server/domain/freezing/freezing.ts';
import {
  endFreezeLinks,
  enqueueAlarm,
  notifiedFormerAddresses,
  FREEZE_LINK_SECONDS,
} from '#server/domain/alarms/freeze-links.ts';
import { holdMoney } from '#server/domain/members/hold.ts';
import { lockMember, nameKey } from '#server/domain/members/members.ts';
import { endOpenActs } from '#server/domain/open-acts/open-acts.ts';
import { dropPasskeys } from '#server/domain/passkeys/passkeys.ts';
import { endAllSessions } from '#server/domain/sessions/sessions.ts';
import {
  beginSupportRequest,
  cancelSupportRequest,
  endSupportRequest,
  requestToConfirm,
} from '#server/domain/support-requests/support-requests.ts';

const UNIQUE_VIOLATION = '23505';
/** An app that was set up longer than this before the freeze is its owner's: a thief would have been noticed sooner. */
const DISPUTED_SECONDS = 30 * DAY_SECONDS;

/**
 * Records the request and its proof, and notifies the present address, the former address whose link froze the account,
 * and those given up within the week. A freeze that the mailbox could undo becomes support's, since the mailbox is the
 * thief's.
 *
 * @returns when it may be carried out, and how many former addresses were notified
 * @throws AccountRefused if the account is not frozen, the address is in use, or a request is open already
 */
export async function askAddress(
  trx: Trx,
  services: Services,
  act: SupportAct,
  address: string,
): Promise<{ dueAt: Date; formerAddresses: number }> {
  const { memberId, operator, call, reason: proof } = act;
  const now = services.clock.now();
  const member = await lockMember(trx, memberId);
  if (member.frozen_at === null)
    throw new AccountRefused(
      'the account is not frozen, so a thief could continue. Freeze it first with members freeze',
    );
  await requireFree(trx, address);
  const dueAt = await beginSupportRequest(trx, services, act, { kind: 'address', address, before: member.email });
  if (member.frozen_by === 'member') await freeze(trx, services, { memberId, actor: supportOf(act) });
  await audit(trx, {
    kind: 'address_change_asked',
    at: now,
    memberId: null,
    call,
    details: { operator, memberId, proof },
  });
  // Addresses that have used their link are notified too: the account may have been thawed since.
  const former = new Set(
    (await notifiedFormerAddresses(trx, { memberId, since: secondsAfter(now, -FREEZE_LINK_SECONDS), now })).map(
      ({ address: each }) => each,
    ),
  );
  if (member.frozen_from !== null) former.add(member.frozen_from);
  former.delete(member.email);
  // No mail contains the new address: readers of these mailboxes would know which one to attack next.
  const alarm = { kind: 'addressAsked' as const, memberId, device: null, now, values: { dueAt: momentText(dueAt) } };
  await enqueueAlarm(trx, services, alarm);
  for (const formerAddress of former) await enqueueAlarm(trx, services, { ...alarm, formerAddress });
  return { dueAt, formerAddresses: former.size };
}

/**
 * Gives the account the requested address. Password, sessions, known browsers and everything unfinished are removed,
 * and so is an app that the thief may have set up; outgoing money is held for 24 hours. The new address, the one before
 * it and every former address that was notified of the request are notified, since the owner may have only one of them.
 *
 * @param given.address as the second operator types it
 * @param given.despite why it is given in spite of an objection; null if nothing was said
 * @returns until when money is held, and what happened to the app
 * @throws ClockDoubted if only a clock in doubt says that its time has come
 * @throws AccountRefused before its time, for the operator who made the request, with another address, over an
 * unanswered objection, and if somebody else has the address by now
 */
export async function giveAddress(
  trx: Trx,
  services: Services,
  act: SupportAct,
  given: { address: string; despite: string | null },
): Promise<{ heldUntil: Date; app: 'none' | 'kept' | 'removed'; formerAddresses: number }> {
  const { memberId, operator } = act;
  const { address, despite } = given;
  const now = services.clock.now();
  const member = await lockMember(trx, memberId);
  const request = await requestToConfirm(trx, services, act, 'address');
  const { address_before: oldAddress, asked_by: askedBy } = request;
  if (nameKey(address) !== nameKey(request.address ?? '')) {
    throw new AccountRefused(
      `${address} is not the address that ${askedBy} gave: ask the member which one is right; withdraw the request with --cancel`,
    );
  }
  const objections = objectionsTo(request);
  if (objections.length > 0 && despite === null) {
    const wayOn =
      'find out who that is, then withdraw it with --cancel, or say with --despite TEXT why it is right nevertheless';
    throw new AccountRefused(`${objections.join(', and ')}: ${wayOn}`);
  }
  await requireFree(trx, address);
  await endSupportRequest(trx, request.id, { now, by: operator, outcome: 'done' });
  await changeAddress(trx, memberId, { address, now });
  // Whoever had the account may have set it: it must not vouch for the mails to its owner.
  await trx
    .updateTable('members')
    .set({ email_phrase: null, email_phrase_before: null, email_phrase_before_until: null })
    .where('id', '=', memberId)
    .execute();
  await endFreezeLinks(trx, { memberId, now });
  const actor = supportOf(act);
  const app = await appOf(trx, member);
  if (app === 'removed')
    await dropFactor(trx, services, { memberId, actor, mail: 'twoFactorOff', details: { askedBy } });
  await dropPasskeys(trx, services, { memberId, actor });
  const sessionsEnded = await endAllSessions(trx, { memberId, reason: 'email_changed', now });
  await endOpenActs(trx, services, { memberId, now, frozenSince: request.asked_at });
  await voidDrafts(trx, memberId);
  await forgetBrowsers(trx, memberId);
  const heldUntil = await holdMoney(trx, services, memberId);
  await auditAct(trx, actor, {
    kind: 'email_changed',
    at: now,
    memberId,
    details: { sessionsEnded, askedBy, objections: objections.length, app },
  });
  const alarm = { memberId, device: null, now, values: { heldUntil: momentText(heldUntil) } };
  await enqueueAlarm(trx, services, { ...alarm, kind: 'addressGiven' });
  // If support was deceived, the owner reads one of them and can freeze the account again.
  const former = new Set(
    (await notifiedFormerAddresses(trx, { memberId, since: request.asked_at, now })).map(({ address: each }) => each),
  );
  former.add(oldAddress ?? member.email);
  const others = [...former].filter((each) => nameKey(each) !== nameKey(address));
  for (const formerAddress of others)
    await enqueueAlarm(trx, services, { ...alarm, kind: 'addressTaken', formerAddress });
  return { heldUntil, app, formerAddresses: others.length };
}

/** Withdraws the request; the account stays frozen. @throws AccountRefused if there is none */
export async function cancelAddress(trx: Trx, services: Services, act: SupportAct): Promise<void> {
  await lockMember(trx, act.memberId);
  await cancelSupportRequest(trx, services, act, 'address');
}

/** Who used a link to object to a request, in words for the operator. */
export function objectionsTo(request: { present_objected_at: Date | null; former_objected_at: Date | null }): string[] {
  const { present_objected_at: present, former_objected_at: former } = request;
  return [
    ...(former === null ? [] : [`a former address objected at ${former.toISOString()}`]),
    ...(present === null ? [] : [`the present address objected at ${present.toISOString()}`]),
  ];
}

/** @throws AccountRefused if a member has the address, this member included */
async function requireFree(trx: Trx, address: string): Promise<void> {
  const holder = await trx
    .selectFrom('members')
    .select('id')
    .where('email_key', '=', nameKey(address))
    .executeTakeFirst();
  if (holder !== undefined) throw taken(address);
}

/** Sets the address, as verified, and removes the password: the code that sets a new one goes to that address alone. */
async function changeAddress(
  trx: Trx,
  memberId: string,
  { address, now }: { address: string; now: Date },
): Promise<void> {
  try {
    await trx
      .updateTable('members')
      .set({
        email: address,
        email_key: nameKey(address),
        email_verified_at: now,
        password_hash: null,
        thaw_asked_at: null,
        frozen_from: null,
      })
      .where('id', '=', memberId)
      .execute();
  } catch (error) {
    // Somebody signed up with it at the same moment; the database accepts one of the two.
    if (sqlState(error) === UNIQUE_VIOLATION) throw taken(address);
    throw error;
  }
}

function taken(address: string): AccountRefused {
  return new AccountRefused(`${address} already belongs to an account`);
}

/**
 * Whether the app may be a thief's: it was set up in the month before the freeze, while money was held or after the
 * address was changed. Of several changes in the week before the freeze the first counts, since a thief may have made
 * them all. Changes before support gave the account an address do not count. An older app stays, whatever its owner
 * changed before: somebody who deceives support still lacks it.
 */
async function appOf(trx: Trx, member: { id: string; frozen_at: Date | null }): Promise<'none' | 'kept' | 'removed'> {
  const app = await trx
    .selectFrom('two_factor')
    .select(['enabled_at', 'provisional_until'])
    .where('member_id', '=', member.id)
    .executeTakeFirst();
  if (app === undefined) return 'none';
  const before = (seconds: number) => secondsAfter(member.frozen_at ?? new Date(0), -seconds);
  if (app.enabled_at < before(DISPUTED_SECONDS)) return 'kept';
  if (app.provisional_until !== null) return 'removed';
  const changes = await trx
    .selectFrom('audit_events')
    .select(['at', 'session_id'])
    .where('member_id', '=', member.id)
    .where('kind', '=', 'email_changed')
    .orderBy('id', 'desc')
    .execute();
  const given = changes.findIndex(({ session_id: session }) => session === null);
  const disputed = given === -1 ? changes : changes.slice(0, given);
  const changedAt = disputed.filter(({ at }) => at >= before(FREEZE_LINK_SECONDS)).at(-1)?.at ?? disputed[0]?.at;
  return changedAt !== undefined && app.enabled_at >= changedAt ? 'removed' : 'kept';
}
