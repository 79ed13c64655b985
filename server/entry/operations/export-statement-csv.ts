import { Readable } from 'node:stream';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { statementCsv } from '#server/domain/statements/csv.ts';
import { makeStatement } from '#server/domain/statements/statement.ts';
import { zoneWanted } from '#server/domain/wallet/zone-wanted.ts';
import { StreamedBody } from '#server/platform/contract/types.ts';
import type { Handler } from './handler.ts';

/** D-29: a statement with its lines as CSV. */
export const exportStatementCsv: Handler<'exportStatementCsv'> = async (services, call) => {
  const { memberId } = requireSession(call);
  const { period } = call.path;
  const statement = await makeStatement(services, { memberId, period, timeZone: zoneWanted(call) });
  const body = new StreamedBody('text/csv', Readable.from([statementCsv(statement, call.culture)]));
  return {
    status: 200,
    body,
    headers: { 'content-disposition': `attachment; filename="perch-statement-${period}.csv"` },
  };
};
