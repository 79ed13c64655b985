import { requireSession } from '#server/domain/sessions/require-session.ts';
import { purchaseOptions } from '#server/domain/stakes/purchase-options.ts';
import type { Handler } from './handler.ts';

/** F-13: the plans, and the conditions for buying one. */
export const getPurchaseOptions: Handler<'getPurchaseOptions'> = async (services, call) => ({
  status: 200,
  body: await purchaseOptions(services, requireSession(call)),
});
