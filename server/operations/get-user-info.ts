import { requireSession } from '#server/accounts/require-session.ts';
import { readUserInfo } from '#server/accounts/user-info.ts';
import type { Handler } from './handler.ts';

/** SRC §7 GET /account/userInfo. */
export const getUserInfo: Handler<'getUserInfo'> = async (services, call) => ({
  status: 200,
  body: await readUserInfo(services.db, services, requireSession(call)),
});
