import { requireSession } from '#server/domain/sessions/require-session.ts';
import { streamMemberEvents } from '#server/domain/streams/stream.ts';
import { StreamedBody } from '#server/platform/contract/types.ts';
import type { Handler } from './handler.ts';

/** What of the member's own changes, for as long as the session lasts. */
export const streamEvents: Handler<'streamEvents'> = async (services, call) => {
  const options = { session: requireSession(call), over: call.over(), lastId: call.lastEventId };
  const stream = streamMemberEvents(services, options);
  return { status: 200, body: new StreamedBody('text/event-stream', stream), headers: { 'x-accel-buffering': 'no' } };
};
