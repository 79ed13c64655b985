import { communityInfo } from '#server/domain/seats/community.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** SRC §7 communityInfo: the member's own organization in figures. */
export const getCommunityInfo: Handler<'getCommunityInfo'> = async (services, call) => ({
  status: 200,
  body: await communityInfo(services.db, requireSession(call), services.clock.now()),
});
