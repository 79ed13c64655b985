import type { CallContext, MemberSession } from '#server/contract/types.ts';
import { Problem } from '#server/problems.ts';

/** The session of a call that needs one. The adapter refuses such calls before; this is the second lock on the door. */
export function requireSession(call: CallContext): MemberSession {
  if (call.session === null) throw new Problem('session_ended');
  return call.session;
}
