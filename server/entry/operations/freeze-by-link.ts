import { freezeByLink as freeze } from '#server/domain/freezing/freezing.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import type { Handler } from './handler.ts';

/** D-32: freezes the account that a mailed link belongs to. */
export const freezeByLink: Handler<'freezeByLink'> = async (services, call) =>
  runOnce(services, call, {
    session: null,
    keyed: { body: call.body, secret: false, whenForgotten: 'link_invalid' },
    work: (trx) => freeze(trx, services, call, call.body.token),
  });
