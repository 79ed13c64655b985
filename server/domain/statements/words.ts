import type { Culture } from '#openapi/cultures.ts';
import { texts, type Texts } from '#server/platform/texts/texts.ts';
import type { StatementKind } from './statement.ts';

/** The words of a statement in a language. */
export interface StatementWords {
  page: Texts['statements'];
  file: Texts['statementFile'];
  kind(kind: StatementKind): string;
}

export function statementWords(culture: Culture): StatementWords {
  const { statements, statementFile, receiptKind } = texts(culture);
  return {
    page: statements,
    file: statementFile,
    kind: (kind) => (kind === 'withdrawalReturned' ? statements.withdrawalReturned : receiptKind[kind]),
  };
}
