import { sendThawLink as send } from '#server/domain/freezing/thaw-links.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import type { Handler } from './handler.ts';

/** D-32: mails the link that thaws an account; the answer is the same for every account (D-15). */
export const sendThawLink: Handler<'sendThawLink'> = async (services, call) =>
  runOnce(services, call, {
    session: null,
    keyed: { body: call.body, secret: false, whenForgotten: 'idempotency_key_reused' },
    work: (trx) => send(trx, services, call, call.body),
  });
