import { requireSession } from '#server/accounts/require-session.ts';
import { StreamedBody } from '#server/contract/types.ts';
import { streamRateEvents } from '#server/rates/stream.ts';
import type { Handler } from './handler.ts';

/** D-07: the rates as they change, for as long as the session lasts. */
export const streamRates: Handler<'streamRates'> = async (services, call) => {
  const stream = streamRateEvents(services, { session: requireSession(call), over: call.over() });
  return { status: 200, body: new StreamedBody('text/event-stream', stream), headers: { 'x-accel-buffering': 'no' } };
};
