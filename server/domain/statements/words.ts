import type { Culture } from '#openapi/cultures.ts';
import { fill, texts, type Texts } from '#server/platform/texts/texts.ts';
import type { Elsewhere, StatementKind } from './statement.ts';

/** The words of a statement in a language. */
export interface StatementWords {
  page: Texts['statements'];
  file: Texts['statementFile'];
  kind(kind: StatementKind): string;
  /** Where an amount was that is in no wallet. */
  place(elsewhere: Pick<Elsewhere, 'place' | 'asset'>): string;
  /** What follows the words is in the brackets of the language. */
  noted(words: string, note: string): string;
}

export function statementWords(culture: Culture): StatementWords {
  const { statements, statementFile, receiptKind } = texts(culture);
  return {
    page: statements,
    file: statementFile,
    kind: (kind) => (kind === 'withdrawalReturned' ? statements.withdrawalReturned : receiptKind[kind]),
    // Of points, that includes what stakes have earned.
    place: ({ place, asset }) => statements.elsewhere[place === 'stakes' && asset === 'MP' ? 'stakedPoints' : place],
    noted: (words, note) => fill(statementFile.noted, { words, note }),
  };
}
