import { requireSession } from '#server/domain/sessions/require-session.ts';
import { transferOptions } from '#server/domain/transfers/options.ts';
import type { Handler } from './handler.ts';

/** F-11: what can be sent to another member. */
export const getTransferOptions: Handler<'getTransferOptions'> = async (services, call) => ({
  status: 200,
  body: await transferOptions(services, requireSession(call)),
});
