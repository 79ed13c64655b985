import { readNoticeSettings } from '#server/domain/notices/settings.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** What the member is notified of by mail. */
export const getNoticeSettings: Handler<'getNoticeSettings'> = async (services, call) => ({
  status: 200,
  body: await readNoticeSettings(services.db, requireSession(call).memberId),
});
