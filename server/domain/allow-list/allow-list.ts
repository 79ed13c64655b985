// Withdrawals only to saved addresses: a member's own limit. It is on at once and off after a day, so that a thief with
// a session, the password and a code still can't take money to an address of their own before its owner has seen two
// mails (S-09 and S-12).
import { FIGURES } from '#openapi/figures.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { endOfWait } from '#server/domain/club/trusted-clock.ts';
import { lockMember } from '#server/domain/members/members.ts';
import { recordNotice } from '#server/domain/notices/record.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { hasSecondFactor, secondFactorProblem } from '#server/domain/second-factor/step-up.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { momentText } from '#server/platform/mail/render.ts';
import { HOUR_SECONDS } from '#server/platform/system/clock.ts';
import { allowListOf, callOff } from '#server/domain/open-acts/allow-list-state.ts';

type AllowList = components['schemas']['AllowList'];
/** A call with the second half of its proof; the password must have been checked. */
type Proved = { session: MemberSession; secondFactor: components['schemas']['SecondFactorProof'] | undefined };

/**
 * How long it holds after a member has asked to turn it off: as long as a saved address is new, so that neither way to
 * another address is the shorter one.
 */
export const TURNING_OFF_SECONDS = FIGURES.newAddressHours * HOUR_SECONDS;

/** How it is, and what a change of it requires. */
export async function readAllowList(
  db: Db | Trx,
  services: Pick<Services, 'clock' | 'config'>,
  memberId: string,
): Promise<AllowList> {
  const { state, offAt } = await allowListOf(db, services, memberId);
  return { state, offAt: offAt?.toISOString() ?? null, secondFactor: await hasSecondFactor(db, memberId) };
}

/** Turns it on, at once. If it is turning off, it stays on. */
export async function turnOnAllowList(
  trx: Trx,
  services: Services,
  call: CallContext,
  { session, secondFactor }: Proved,
): Promise<CallResult<AllowList>> {
  const { memberId } = session;
  await lockMember(trx, memberId);
  const problem = await secondFactorProblem(trx, services, call, { session, proof: secondFactor });
  if (problem !== null) return { kind: 'refused', problem };
  const { state } = await allowListOf(trx, services, memberId);
  if (state === 'turningOff') await keep(trx, services, call, session);
  if (state === 'off') {
    const now = services.clock.now();
    await trx
      .updateTable('members')
      .set({ allow_list_on_at: now, allow_list_off_at: null })
      .where('id', '=', memberId)
      .execute();
    await audit(trx, { kind: 'allow_list_turned_on', at: now, memberId, sessionId: session.id, call });
    await recordNotice(trx, services, { kind: 'allowListOn', memberId, at: now });
    await enqueueAlarm(trx, services, { kind: 'allowListOn', memberId, device: call.device, now });
  }
  return { kind: 'done', body: await readAllowList(trx, services, memberId) };
}

/** Turns it off, after a wait; another call leaves the wait as it is, and nothing changes if it is off. */
export async function turnOffAllowList(
  trx: Trx,
  services: Services,
  call: CallContext,
  { session, secondFactor }: Proved,
): Promise<CallResult<AllowList>> {
  const { memberId } = session;
  await lockMember(trx, memberId);
  const problem = await secondFactorProblem(trx, services, call, { session, proof: secondFactor });
  if (problem !== null) return { kind: 'refused', problem };
  if ((await allowListOf(trx, services, memberId)).state === 'on') {
    const now = services.clock.now();
    const offAt = await endOfWait(trx, now, TURNING_OFF_SECONDS);
    await trx.updateTable('members').set({ allow_list_off_at: offAt }).where('id', '=', memberId).execute();
    await audit(trx, { kind: 'allow_list_turning_off', at: now, memberId, sessionId: session.id, call });
    await recordNotice(trx, services, { kind: 'allowListTurningOff', memberId, at: now, until: offAt });
    await enqueueAlarm(trx, services, {
      kind: 'allowListTurningOff',
      memberId,
      device: call.device,
      now,
      values: { offAt: momentText(offAt) },
    });
  }
  return { kind: 'done', body: await readAllowList(trx, services, memberId) };
}

/** Keeps it on while it is turning off: a session is enough, as nothing gets easier. Refused with allow_list_off. */
export async function keepAllowList(
  trx: Trx,
  services: Services,
  call: CallContext,
  session: MemberSession,
): Promise<CallResult<AllowList>> {
  const { memberId } = session;
  await lockMember(trx, memberId);
  const { state } = await allowListOf(trx, services, memberId);
  if (state === 'off') return { kind: 'refused', problem: new Problem('allow_list_off') };
  if (state === 'turningOff') await keep(trx, services, call, session);
  return { kind: 'done', body: await readAllowList(trx, services, memberId) };
}

async function keep(trx: Trx, services: Services, call: CallContext, session: MemberSession): Promise<void> {
  const { memberId } = session;
  const now = services.clock.now();
  await callOff(trx, services, memberId);
  await audit(trx, { kind: 'allow_list_kept', at: now, memberId, sessionId: session.id, call });
  await enqueueAlarm(trx, services, { kind: 'allowListKept', memberId, device: call.device, now });
}
