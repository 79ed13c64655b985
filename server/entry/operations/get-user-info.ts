import { readUserInfo } from '#server/domain/profile/user-info.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** SRC §7 GET /account/userInfo. */
export const getUserInfo: Handler<'getUserInfo'> = async (services, call) => ({
  status: 200,
  body: await readUserInfo(services.db, services, requireSession(call)),
});
