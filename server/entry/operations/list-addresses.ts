import { trustedMoment } from '#server/domain/club/trusted-clock.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { listAddresses as readAddresses } from '#server/domain/withdrawals/addresses.ts';
import type { Handler } from './handler.ts';

/** D-28: the member's own address book. */
export const listAddresses: Handler<'listAddresses'> = async (services, call) => ({
  status: 200,
  body: { items: await readAddresses(services.db, requireSession(call).memberId, await trustedMoment(services)) },
});
