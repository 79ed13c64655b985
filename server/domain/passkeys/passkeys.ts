// A member's passkeys: listed, renamed and removed.
import type { components } from '#openapi/api.gen.d.ts';
import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { personLine } from '#server/domain/members/person.ts';
import { endOpenActs } from '#server/domain/open-acts/open-acts.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { hasSecondFactor, secondFactorProblem } from '#server/domain/second-factor/step-up.ts';
import type { Services } from '#server/domain/services/services.ts';
import { endOtherSessions } from '#server/domain/sessions/sessions.ts';
import { auditAct, deviceOf, type Actor } from '#server/domain/support-requests/actor.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

type Passkey = components['schemas']['Passkey'];
type PasskeyList = components['schemas']['PasskeyList'];
type SecondFactorProof = components['schemas']['SecondFactorProof'];

/** How many a member may have: one for each device, and some to spare. */
export const MOST_PASSKEYS = 10;

/** The member's passkeys, the newest first, and what adding one requires. */
export async function listPasskeys(db: Db | Trx, memberId: string): Promise<PasskeyList> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'added_at', 'last_used_at'])
    .where('member_id', '=', memberId)
    .orderBy('added_at', 'desc')
    .orderBy('id')
    .execute();
  const { email_verified_at: verifiedAt } = await db
    .selectFrom('members')
    .select('email_verified_at')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return {
    items: rows.map(shown),
    proof: (await hasSecondFactor(db, memberId)) ? 'app' : 'mailedCode',
    emailVerified: verifiedAt !== null,
  };
}

/** A passkey as its member sees it. */
export function shown(row: { id: string; name: string; added_at: Date; last_used_at: Date | null }): Passkey {
  return {
    id: row.id,
    name: row.name,
    addedAt: row.added_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

/** A passkey as browsers are given it. */
export function described(row: {
  credential_id: Buffer;
  transports: string[];
}): components['schemas']['CredentialDescriptor'] {
  return {
    id: row.credential_id.toString('base64url'),
    // Only what the contract lists is stored.
    transports: row.transports as components['schemas']['Transports'],
  };
}

/** Gives one of the member's passkeys another name. A name opens nothing, so no more is asked for. */
export async function renamePasskey(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; id: string; name: string },
): Promise<CallResult<Passkey>> {
  const { session, id } = options;
  const name = personLine(call, options.name, 'PasskeyName');
  const row = await trx
    .updateTable('passkeys')
    .set({ name })
    .where('member_id', '=', session.memberId)
    .where('id', '=', id)
    .returning(['id', 'name', 'added_at', 'last_used_at'])
    .executeTakeFirst();
  if (row === undefined) return { kind: 'refused', problem: new Problem('not_found') };
  const at = services.clock.now();
  await audit(trx, { kind: 'passkey_renamed', at, memberId: session.memberId, sessionId: session.id, call });
  return { kind: 'done', body: shown(row) };
}

/**
 * Removes one of the member's passkeys, which may be in foreign hands, so all other sessions end. The password must
 * have been checked; with an app set up, a code of it is required too. No money is held: what remains was there before.
 */
export async function removePasskey(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; id: string; secondFactor: SecondFactorProof | undefined },
): Promise<CallResult<PasskeyList>> {
  const { session, id, secondFactor } = options;
  const { memberId } = session;
  const now = services.clock.now();
  const own = await trx
    .selectFrom('passkeys')
    .select('id')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (own === undefined) return { kind: 'refused', problem: new Problem('not_found') };
  const problem = await secondFactorProblem(trx, services, call, { session, proof: secondFactor });
  if (problem !== null) return { kind: 'refused', problem };
  await trx.deleteFrom('passkeys').where('member_id', '=', memberId).where('id', '=', id).execute();
  const sessionsEnded = await endOtherSessions(trx, { session, reason: 'passkey_removed', now });
  await endOpenActs(trx, services, { memberId, now });
  await audit(trx, {
    kind: 'passkey_removed',
    at: now,
    memberId,
    sessionId: session.id,
    call,
    details: { sessionsEnded },
  });
  await enqueueAlarm(trx, services, { kind: 'passkeyRemoved', memberId, device: call.device, now });
  return { kind: 'done', body: await listPasskeys(trx, memberId) };
}

/**
 * Removes all passkeys of a member whose password or address is replaced by the mailbox alone or by support: whoever
 * had the account may have added them. Nothing happens if there are none. The member's row must be locked.
 */
export async function dropPasskeys(
  trx: Trx,
  services: Services,
  drop: { memberId: string; actor: Actor },
): Promise<void> {
  const { memberId, actor } = drop;
  const now = services.clock.now();
  const dropped = await trx.deleteFrom('passkeys').where('member_id', '=', memberId).executeTakeFirst();
  if (dropped.numDeletedRows === 0n) return;
  const details = { passkeys: Number(dropped.numDeletedRows) };
  await auditAct(trx, actor, { kind: 'passkeys_dropped', at: now, memberId, details });
  await enqueueAlarm(trx, services, { kind: 'passkeysDropped', memberId, device: deviceOf(actor), now });
}

/** Tells the member which passkey's count hasn't grown: another device may have the same one. */
export async function tellOfCopy(
  trx: Trx,
  services: Services,
  call: CallContext,
  { member_id: memberId, name: passkey }: { member_id: string; name: string },
): Promise<void> {
  const now = services.clock.now();
  await audit(trx, { kind: 'passkey_copied', at: now, memberId, sessionId: call.session?.id ?? null, call });
  await enqueueAlarm(trx, services, { kind: 'passkeyCopied', memberId, device: call.device, now, values: { passkey } });
}

/** Notes that a passkey was used, and how often its device says it has signed. */
export async function notePasskeyUse(
  trx: Trx,
  { clock }: Pick<Services, 'clock'>,
  used: { passkey: { id: string; counter: number }; counter: number },
): Promise<void> {
  const { passkey, counter } = used;
  await trx
    .updateTable('passkeys')
    .set({ counter: Math.max(counter, Number(passkey.counter)), last_used_at: clock.now() })
    .where('id', '=', passkey.id)
    .execute();
}
