import type { LockedMember } from '#server/domain/members/members.ts';
import type { Services } from '#server/domain/services/services.ts';
import { rememberBrowser } from '#server/domain/sessions/browsers.ts';
import { replaceSession, startSession, type TokenGrant } from '#server/domain/sessions/sessions.ts';
import { audit } from '#server/platform/audit/audit.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { enqueueMailTo, recipientIn } from '#server/platform/mail/outbox.ts';

/**
 * Makes the session of a completed sign-in: replaces the one that the same call made before, remembers the browser,
 * records the act and notifies the member by mail of a new browser. The member's row must be locked.
 */
export async function completeSignIn(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: {
    member: LockedMember;
    requestKey: string | null;
    secondFactor: boolean;
  },
): Promise<{ sessionId: string; grant: TokenGrant }> {
  const { clock, keys, random } = services;
  const { member, requestKey, secondFactor } = options;
  const { id: memberId } = member;
  const now = clock.now();
  const replaced = requestKey === null ? null : await replaceSession(trx, { memberId, requestKey, now });
  if (replaced !== null)
    await audit(trx, { kind: 'session_replaced', at: now, memberId, sessionId: replaced.sessionId, call });
  const browser = await rememberBrowser(trx, {
    memberId,
    device: call.device,
    now,
    cookies: call.cookies,
    keys,
    random,
  });
  const started = await startSession(trx, {
    member: { id: memberId },
    previousSignInAt: replaced === null ? member.last_sign_in_at : replaced.previousSignInAt,
    device: call.device,
    browserHash: browser.browserHash,
    requestKey,
    replaced: replaced?.sessionId ?? null,
    now,
    random,
  });
  const details = { secondFactor, newBrowser: browser.isNew };
  await audit(trx, { kind: 'signed_in', at: now, memberId, sessionId: started.sessionId, call, details });
  // The first answer was lost with its cookie, and the member was notified of that sign-in already.
  if (browser.isNew && replaced === null) {
    await enqueueMailTo(trx, services, { kind: 'newSignIn', to: recipientIn(member), device: call.device, now });
  }
  return { sessionId: started.sessionId, grant: started.tokens.grant };
}
