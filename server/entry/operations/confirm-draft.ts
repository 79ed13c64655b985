import { carryOutDraft } from '#server/domain/confirmation/confirm.ts';
import { runMoney } from '#server/domain/drafts/run-money.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** S-16: a draft is carried out, once. */
export const confirmDraft: Handler<'confirmDraft'> = async (services, call) => {
  const session = requireSession(call);
  return runMoney(services, call, {
    session,
    about: { ...call.path, ...call.body },
    work: (trx, opened) => {
      const { code, credential } = call.body;
      return carryOutDraft(trx, services, call, { session, id: call.path.id, opened, code, credential });
    },
  });
};
