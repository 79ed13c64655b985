import { readPushHere } from '#server/domain/notices/push-devices.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** Whether the calling browser is notified. */
export const getPushHere: Handler<'getPushHere'> = async (services, call) => ({
  status: 200,
  body: await readPushHere(services, requireSession(call)),
});
