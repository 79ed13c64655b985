import { requireSession } from '#server/accounts/require-session.ts';
import type { Handler } from '#server/contract/types.ts';
import { transferOptions } from '#server/transfers/options.ts';

/** F-11: what can be sent to another member. */
export const getTransferOptions: Handler<'getTransferOptions'> = async (services, call) => ({ status: 200, body: await transferOptions(services, requireSession(call)) });
