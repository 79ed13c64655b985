import { requireSession } from '#server/domain/sessions/require-session.ts';
import { showReceipt } from '#server/domain/wallet/receipt.ts';
import type { Handler } from './handler.ts';

/** D-29: the lasting page of an act; another member's is not found. */
export const getReceipt: Handler<'getReceipt'> = async (services, call) => {
  const { memberId } = requireSession(call);
  return { status: 200, body: await showReceipt(services.db, services, { memberId, id: call.path.id }) };
};
