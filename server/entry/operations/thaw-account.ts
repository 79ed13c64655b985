import { thawAccount as thaw } from '#server/domain/freezing/thawing.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import type { Handler } from './handler.ts';

/** D-32: thaws the account of the mailed link; signs nobody in. */
export const thawAccount: Handler<'thawAccount'> = async (services, call) =>
  runOnce(services, call, {
    session: null,
    keyed: { body: call.body, secret: true, whenForgotten: 'link_invalid' },
    work: (trx) => thaw(trx, services, call, call.body),
  });
