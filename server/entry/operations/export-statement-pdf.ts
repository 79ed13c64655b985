import { Readable } from 'node:stream';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import { statementPdf } from '#server/domain/statements/pdf.ts';
import { makeStatement } from '#server/domain/statements/statement.ts';
import { zoneWanted } from '#server/domain/wallet/zone-wanted.ts';
import { StreamedBody } from '#server/platform/contract/types.ts';
import { createFileTurns } from '../http/file-turns.ts';
import type { Handler } from './handler.ts';

/** Answers with what `make` sets as a file, one member after another. */
export function statementFiles(make: typeof statementPdf): Handler<'exportStatementPdf'> {
  const turns = createFileTurns();
  return async (services, call) => {
    const { memberId } = requireSession(call);
    const { period } = call.path;
    const timeZone = zoneWanted(call);
    const over = call.over();
    const file = await turns.take(memberId, {
      read: () => makeStatement(services, { memberId, period, timeZone }),
      make: (statement) => make(statement, { culture: call.culture, root: services.config.root, over }),
      over,
    });
    return {
      status: 200,
      body: new StreamedBody('application/pdf', Readable.from([file])),
      headers: { 'content-disposition': `attachment; filename="perch-statement-${period}.pdf"` },
    };
  };
}

/** D-29: a statement with its lines as PDF. It is made as a whole first, so that a file is complete or none. */
export const exportStatementPdf = statementFiles(statementPdf);
