import type { Services } from '#server/domain/services/services.ts';
import { lockOpenSession, type Opened } from '#server/domain/sessions/open-session.ts';
import type { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, GivenCookie, MemberSession } from '#server/platform/contract/types.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { releaseSoon } from './release-soon.ts';
import { claimRequest, giveCookies, type Keyed } from './requests.ts';

/** The result of a keyed call; a refusal is reported after what led to it is committed. */
export type CallResult<Body> =
  | { kind: 'done'; body: Body; cookies?: GivenCookie[] }
  | { kind: 'refused'; problem: Problem };

type OpenedBy<Session> = Session extends null ? null : Opened;

/**
 * Runs the work of a call once per key: in one transaction with the saved answer, or not at all if it was saved before.
 * A call that was refused or failed releases the key, so that it may be tried again (S-15).
 *
 * A call is admitted before its body is read, so its session is checked again under the lock of its member: whatever
 * ended the session meanwhile comes either before the work or after it. The work gets what was read under the lock, so
 * that it need not lock the member again.
 *
 * @param options.session the member's, or null for a call without one
 * @param options.before checks that come first, outside any transaction, such as the password's
 */
export async function runOnce<Body extends Record<string, unknown>, Session extends MemberSession | null>(
  services: Services,
  call: CallContext,
  options: {
    session: Session;
    keyed: Keyed;
    before?: () => Promise<void>;
    work: (trx: Trx, opened: OpenedBy<Session>) => Promise<CallResult<Body>>;
  },
): Promise<{ status: 200; body: Body; headers?: Record<string, string> }> {
  const { session, keyed, before, work } = options;
  const claimed = await claimRequest(services, call, { session, keyed });
  if (claimed.kind === 'replay') {
    giveCookies(call, claimed.answer.cookies);
    // Saved under the same operation and body, so it is an answer of this operation.
    return { status: 200, body: claimed.answer.body as Body, headers: { 'idempotency-replayed': 'true' } };
  }
  try {
    await before?.();
    const worked = await inTransaction(services.db, async (trx) => {
      const opened = session === null ? null : await lockOpenSession(trx, session);
      // Null with the session, and only then.
      const result = await work(trx, opened as OpenedBy<Session>);
      if (result.kind === 'done')
        await claimed.save(trx, { status: 200, body: result.body, cookies: result.cookies ?? [] });
      return result;
    });
    if (worked.kind === 'refused') throw worked.problem;
    giveCookies(call, worked.cookies ?? []);
    return { status: 200, body: worked.body };
  } catch (error) {
    await releaseSoon(claimed.release);
    throw error;
  }
}
