import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, harmless } from '#server/domain/wallet/csv.ts';

/** What people wrote does no harm in a spreadsheet, however it is set up to read cells. */

const START = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '⁺', '₋', '−'];
const BEFORE = ['', ' ', '\t', '\r', '\u3000', '\u00A0', '\u200B', '\uFEFF', '\u2060', '\u00AD', '\u3164', '\u2800'];
/** Readers take quotation marks away: those in a cell were doubled, those around it are its ends. */
const QUOTED = ['"', '""', ' "', '" ', '\u200B"', '＂'];
const SEPARATORS = /[;\t\r\n|]/;
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...START, ...BEFORE, ';', '|', '\n', '"', ',', "'"), fc.string({ maxLength: 4 })))
  .map((parts) => parts.join(''));

/** The first visible character of a cell without quotation marks, as spreadsheets in any language take it. */
const firstSeen = (cell: string) =>
  cell.normalize('NFKC').replace(/^["\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+/u, '')[0];

/** The cells of one line by RFC 4180. */
function cellsOf(line: string): string[] {
  return [...line.replace(/\r\n$/, '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  );
}

describe('text that people wrote', () => {
  it.each(START.flatMap((start) => [...BEFORE, ...QUOTED].map((before) => `${before}${start}1+1`)))(
    'is no formula: %j',
    (text) => {
      expect(text.normalize('NFKC')).not.toBe('');
      expect(harmless(text)).toContain(`'`);
      expect(harmless(`a;${text}`)).toContain(`'`);
    },
  );

  it('has no formula in any cell that a separator makes of it', () => {
    expect(harmless('Rent;"=1+1;ok')).toBe(`Rent;'"=1+1;ok`);
    fc.assert(
      fc.property(hostile, (text) => {
        for (const cell of harmless(text).split(SEPARATORS))
          expect(['=', '+', '-', '@', '−']).not.toContain(firstSeen(cell));
      }),
    );
  });

  it('stays what it is where it is no formula, and is not changed twice', () => {
    for (const text of [
      'Thanks for dinner',
      '1-2',
      'a=b',
      'me@mail.example',
      '佐藤 ＆ 純',
      "it's",
      '"Thanks"',
      'a;"b"',
      '"',
      '',
    ])
      expect(harmless(text)).toBe(text);
    fc.assert(fc.property(hostile, (text) => harmless(harmless(text)) === harmless(text)));
  });

  it('is quoted always, our own cells where necessary; a reader gets every cell back', () => {
    expect(csvLine(['T-1', '-25', { written: 'lunch' }, { written: '' }])).toBe('T-1,-25,"lunch",\r\n');
    expect(csvLine([{ written: 'a;=1+1' }])).toBe(`"a;'=1+1"\r\n`);
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        expect(cellsOf(csvLine(['x', { written: one }, '-1', { written: other }]))).toEqual([
          'x',
          harmless(one),
          '-1',
          harmless(other),
        ]);
      }),
    );
  });
});
