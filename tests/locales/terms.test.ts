import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import type { Term } from './term.ts';
import { ARTICLE, NO_LABEL, SEVERAL, TERMS } from './terms.ts';
import { ATLAS, TEXTS } from './texts.ts';

/** Each text uses the words of its language's table (terms.ts), and one English text has one translation. */

const CONTENTS = 'server/domain/contents/initial';

/** The longer texts of the club, line by line, without the addresses that links lead to. */
const linesOf = (culture: Culture): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(`${CONTENTS}/${culture}`).flatMap((file) =>
      readFileSync(`${CONTENTS}/${culture}/${file}`, 'utf8')
        .split('\n')
        .map((line, place) => [`contents/${file}:${place + 1}`, line] as const),
    ),
  );

/** A text as it is read: the names of values are no words of it, nor are the targets of links. */
const asRead = (text: string) =>
  text
    .replaceAll(/\{\{?\s*(\w+)[^}]*\}\}?/g, '{_$1}')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/\{#[\w-]+\}/g, '');

/** What each text has that its language's table does not allow. */
function wrongIn(terms: readonly Term[], texts: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    terms
      .filter(({ not, except = {} }) => !(key in except) && not.test(asRead(text)))
      .map(({ use }) => `${key}: ${text} (write: ${use})`),
  );
}

/** Texts of a language whose English texts are the same, where they differ. */
function severalIn(english: Readonly<Record<string, string>>, texts: Readonly<Record<string, string>>) {
  const translations = new Map<string, Map<string, string[]>>();
  for (const [key, text] of Object.entries(english)) {
    const own = texts[key] ?? '';
    const of = translations.get(text) ?? new Map<string, string[]>();
    of.set(own, [...(of.get(own) ?? []), key]);
    translations.set(text, of);
  }
  return Object.fromEntries(
    [...translations]
      .filter(([, of]) => of.size > 1)
      .map(([text, of]) => [text, [...of].map(([own, keys]) => `${own} (${keys.join(', ')})`)]),
  );
}

describe.each(CULTURES)('%s', (culture) => {
  it('uses the words of its table', () => {
    expect(wrongIn(TERMS[culture], { ...TEXTS[culture], ...ATLAS[culture], ...linesOf(culture) })).toEqual([]);
  });

  it.each(TERMS[culture])('would be found: $planted', (term) => {
    expect(wrongIn([term], { planted: term.planted })).toHaveLength(1);
    if (term.fine !== undefined) expect(wrongIn([term], { fine: term.fine })).toEqual([]);
  });

  it('needs each exception', () => {
    const texts = { ...TEXTS[culture], ...ATLAS[culture] };
    const needless = TERMS[culture].flatMap(({ not, except = {} }) =>
      Object.keys(except).filter((key) => !not.test(asRead(texts[key] ?? ''))),
    );
    expect(needless).toEqual([]);
  });
});

describe('an English button or label', () => {
  it('has no article', () => {
    const labels = Object.entries({ ...TEXTS['en-US'], ...ATLAS['en-US'] }).filter(([key]) => !NO_LABEL.test(key));
    expect(wrongIn([ARTICLE], Object.fromEntries(labels))).toEqual([]);
  });

  it('would be found with one', () => {
    expect(wrongIn([ARTICLE], { planted: ARTICLE.planted, fine: ARTICLE.fine ?? '' })).toHaveLength(1);
  });

  it('needs each exception', () => {
    expect(
      Object.keys(ARTICLE.except ?? {}).filter(
        (key) => !ARTICLE.not.test(TEXTS['en-US'][key] ?? ATLAS['en-US'][key] ?? ''),
      ),
    ).toEqual([]);
  });
});

describe.each(['ja-JP', 'zh-CN'] as const)('one English text in %s', (culture) => {
  const several = {
    ...severalIn(TEXTS['en-US'], TEXTS[culture]),
    ...severalIn(ATLAS['en-US'], ATLAS[culture]),
  };

  it('has one translation', () => {
    expect(Object.fromEntries(Object.entries(several).filter(([text]) => !(text in SEVERAL[culture])))).toEqual({});
  });

  it('needs each exception', () => {
    expect(Object.keys(SEVERAL[culture]).filter((text) => !(text in several))).toEqual([]);
  });
});

it('a second translation would be found', () => {
  expect(severalIn({ one: 'Exchange', other: 'Exchange' }, { one: '両替', other: '交換' })).toHaveProperty('Exchange');
});

describe('the glossary', () => {
  const rows = readFileSync('docs/glossary.md', 'utf8')
    .split('## Words of the code')[0]
    ?.split('\n')
    .filter((line) => /^\| (?!English)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));

  it('names at least the terms that members meet, in three languages', () => {
    expect(rows?.length).toBeGreaterThan(45);
    expect(rows?.filter((cells) => cells.slice(1, 5).some((cell) => cell === ''))).toEqual([]);
  });

  it('uses the words of the tables', () => {
    const termsOf = (column: number) =>
      Object.fromEntries((rows ?? []).map((cells) => [cells[1], cells[column] ?? '']));
    expect(wrongIn(TERMS['ja-JP'], termsOf(2))).toEqual([]);
    expect(wrongIn(TERMS['zh-CN'], termsOf(3))).toEqual([]);
  });
});
