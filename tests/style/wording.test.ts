import { describe, expect, it } from 'vitest';

import { contents, MIGRATION } from './repository.ts';
import { WORDINGS, wordingsIn } from './wording.ts';

/** English that reads at first sight, in everything that developers, operators, testers and analysts read. */

/** Texts of members have checks of their own in tests/locales; this check quotes what it refuses. */
const APART = /^(locales\/|server\/domain\/contents\/initial\/|tests\/style\/wording|tests\/locales\/)/;

describe('wording', () => {
  it('is plain in code, documents, the contract and what commands print', () => {
    const read = [...contents].filter(([file]) => !MIGRATION.test(file) && !APART.test(file));
    expect(read.length).toBeGreaterThan(1_000);
    expect(read.flatMap(([file, content]) => wordingsIn(content).map((finding) => `${file}, ${finding}`))).toEqual([]);
  });

  it.each(WORDINGS)('that is hard to read is found: $planted', ({ planted, pattern, instead }) => {
    expect(wordingsIn(`A line.\n${planted}`)).toEqual([`line 2: "${pattern.exec(planted)?.[0]}"; write ${instead}`]);
  });

  it.each([
    'That is no longer true, and there is none of it.',
    'Lists what is no more than a note.',
    'They come back to the page, and nowhere else.',
    'Whether there is no flow.',
  ])('that is plain stays: %s', (line) => {
    expect(wordingsIn(line)).toEqual([]);
  });
});
