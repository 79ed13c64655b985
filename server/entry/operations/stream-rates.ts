import { streamRateEvents } from '#server/domain/streams/stream.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { StreamedBody } from '#server/platform/contract/types.ts';
import type { Handler } from './handler.ts';

/** D-07: the rates as they change, for as long as the session lasts. */
export const streamRates: Handler<'streamRates'> = async (services, call) => {
  const stream = streamRateEvents(services, { session: requireSession(call), over: call.over() });
  return { status: 200, body: new StreamedBody('text/event-stream', stream), headers: { 'x-accel-buffering': 'no' } };
};
