import { requireSession } from '#server/accounts/require-session.ts';
import { trustedMoment } from '#server/club/trusted-clock.ts';
import { listAddresses as readAddresses } from '#server/withdrawals/addresses.ts';
import type { Handler } from './handler.ts';

/** D-28: the member's own address book. */
export const listAddresses: Handler<'listAddresses'> = async (services, call) => ({ status: 200, body: { items: await readAddresses(services.db, requireSession(call).memberId, await trustedMoment(services)) } });
