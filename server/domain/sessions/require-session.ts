import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';

/** The session of a call that needs one. The adapter refuses calls without one before; this is a second check. */
export function requireSession(call: CallContext): MemberSession {
  if (call.session === null) throw new Problem('session_ended');
  return call.session;
}
