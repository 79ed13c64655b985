import { requireSession } from '#server/domain/sessions/require-session.ts';
import { makeStatement, showStatement } from '#server/domain/statements/statement.ts';
import { zoneWanted } from '#server/domain/wallet/zone-wanted.ts';
import type { Handler } from './handler.ts';

/** D-29: the figures of a month or a year. */
export const getStatement: Handler<'getStatement'> = async (services, call) => {
  const { memberId } = requireSession(call);
  const wanted = { memberId, period: call.path.period, timeZone: zoneWanted(call) };
  return { status: 200, body: showStatement(await makeStatement(services, wanted)) };
};
