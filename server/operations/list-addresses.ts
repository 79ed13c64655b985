import { requireSession } from '#server/accounts/require-session.ts';
import type { Handler } from '#server/contract/types.ts';
import { listAddresses as readAddresses } from '#server/withdrawals/addresses.ts';

/** D-28: the own address book. */
export const listAddresses: Handler<'listAddresses'> = async (services, call) => ({ status: 200, body: { items: await readAddresses(services.db, requireSession(call).memberId) } });
