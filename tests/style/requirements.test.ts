import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { contents, MIGRATION } from './repository.ts';

/** The ids of requirements: each cited id is defined once in docs/requirements.md, and each defined id is cited. */

const DEFINITIONS = 'docs/requirements.md';
const OWN_FILE = 'tests/style/requirements.test.ts';
/** The order of the families, and the form of their ids. */
const FAMILIES = ['SRC §', 'F-', 'L-', 'P-', 'D-', 'S-'];
const ID = /\bSRC §\d+|\b[DFLS]-\d\d(?![\w-])|(?<![\w-])P-\d(?![\w-])/g;
/** A range also cites what is between its ends. */
const RANGE = /\b([DFLS]-)(\d\d)(?: to | … |–)\1(\d\d)(?![\w-])/g;
/** Forms in which ids are never cited: a section without its source, a rule in the words of old migrations. */
const BARE_SECTION = /(?<!SRC |RFC \d+[, ] ?|SP [\w-]+ )§\s?\d/g;
const RULE_IN_WORDS = /\bsecurity(?:\s|\*|\/\/|--)+rules?(?:\s|\*|\/\/|--)+(\d+(?:(?:, | and |-| to )\d+)*)/gi;

const twoDigits = (number: number) => String(number).padStart(2, '0');

function between(first: string, last: string): number[] {
  return Array.from({ length: Math.max(0, Number(last) - Number(first) + 1) }, (_, at) => Number(first) + at);
}

/** The ids that a text cites, each once. */
function citedIn(content: string): string[] {
  const inRanges = [...content.matchAll(RANGE)].flatMap(([, family = '', first = '', last = '']) =>
    between(first, last).map((number) => `${family}${twoDigits(number)}`),
  );
  return [...new Set([...(content.match(ID) ?? []), ...inRanges])];
}

/** The rules that a migration cites in words, by their ids. */
function citedInWords(content: string): string[] {
  const lists = [...content.matchAll(RULE_IN_WORDS)].map(([, list = '']) => list);
  return lists.flatMap((list) =>
    list.split(/, | and /).flatMap((part) => {
      const [first = '', last = first] = part.split(/-| to /);
      return between(first, last).map((number) => `S-${twoDigits(number)}`);
    }),
  );
}

interface Row {
  readonly id: string;
  readonly says: string;
}

/** A row of a table begins with one id and defines it in its second column. */
function rowsIn(document: string): Row[] {
  return [...document.matchAll(/^\| ([A-Z][^|]*?) \| (.*) \|$/gm)].map(([, id = '', says = '']) => ({ id, says }));
}

/** Why nothing cites an id, at the end of its row. */
const NOT_CITED = /Not cited: [^.]{10,}\.$/;

/** Mismatches between the rows and the texts that cite them, in words. */
function mistakesIn(rows: readonly Row[], cited: ReadonlyMap<string, string>): string[] {
  const defined = new Set(rows.map(({ id }) => id));
  const undefinedIds = [...cited]
    .filter(([id]) => !defined.has(id))
    .map(([id, file]) => `${file} cites ${id}, which ${DEFINITIONS} does not define`);
  const idle = rows
    .filter(({ id, says }) => !cited.has(id) && !NOT_CITED.test(says))
    .map(({ id }) => `${id} is cited nowhere, and its row does not say why not`);
  const excused = rows
    .filter(({ id, says }) => cited.has(id) && NOT_CITED.test(says))
    .map(({ id }) => `${id} is cited, and its row says that it is not`);
  const twice = rows
    .filter(({ id }, at) => rows.findIndex((each) => each.id === id) !== at)
    .map(({ id }) => `${id} is defined twice`);
  const silent = rows
    .filter(({ says }) => says.replace(NOT_CITED, '').trim().length < 20)
    .map(({ id }) => `${id} says too little`);
  return [...undefinedIds, ...idle, ...excused, ...twice, ...silent];
}

/** Every citation outside the definitions, with the first file that has it; a definition does not cite itself. */
function citations(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [file, content] of contents) {
    if (file === DEFINITIONS || file === OWN_FILE) continue;
    for (const id of [...citedIn(content), ...(MIGRATION.test(file) ? citedInWords(content) : [])])
      if (!found.has(id)) found.set(id, file);
  }
  return found;
}

/** Citations in a form that no search for the id finds. */
function otherForms(content: string): string[] {
  return [...(content.match(BARE_SECTION) ?? []), ...(content.match(RULE_IN_WORDS) ?? [])];
}

describe('requirements', () => {
  const rows = rowsIn(readFileSync(DEFINITIONS, 'utf8'));

  it('are defined where they are cited, and cited where they are defined', () => {
    expect(rows.length).toBeGreaterThan(80);
    expect(mistakesIn(rows, citations())).toEqual([]);
  });

  it('name only requirements that are defined', () => {
    const defined = rows.map(({ id }) => id);
    expect(rows.flatMap(({ says }) => citedIn(says)).filter((id) => !defined.includes(id))).toEqual([]);
  });

  it('are in the order of their families and numbers', () => {
    const place = (id: string) =>
      FAMILIES.findIndex((family) => id.startsWith(family)) * 1000 + Number(/\d+$/.exec(id)?.[0]);
    const ids = rows.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => place(a) - place(b)));
  });

  it('are cited by their ids and in no other form, except in migrations, which never change', () => {
    const wrong = [...contents]
      .filter(([file]) => file !== OWN_FILE && file !== DEFINITIONS && !MIGRATION.test(file))
      .flatMap(([file, content]) => otherForms(content).map((form) => `${file}: ${form}`));
    expect(wrong).toEqual([]);
  });
});

describe('what is wrong is found', () => {
  const row = (id: string, says = 'Something that the product must do.') => ({ id, says });
  const cited = (...ids: string[]) => new Map(ids.map((id) => [id, 'a.ts']));

  it.each<[string, Row[], Map<string, string>, string[]]>([
    ['nothing', [row('D-01')], cited('D-01'), []],
    [
      'a citation without a definition',
      [row('D-01')],
      cited('D-01', 'D-33'),
      [`a.ts cites D-33, which ${DEFINITIONS} does not define`],
    ],
    [
      'a definition without a citation',
      [row('D-01'), row('S-26')],
      cited('D-01'),
      ['S-26 is cited nowhere, and its row does not say why not'],
    ],
    ['one that says why not', [row('S-26', 'Something that it must do. Not cited: it has no code.')], cited(), []],
    [
      'one that says so and is cited',
      [row('S-26', 'Something that it must do. Not cited: it has no code.')],
      cited('S-26'),
      ['S-26 is cited, and its row says that it is not'],
    ],
    ['a definition twice', [row('P-1'), row('P-1')], cited('P-1'), ['P-1 is defined twice']],
    ['a definition without words', [row('P-1', 'Reload.')], cited('P-1'), ['P-1 says too little']],
  ])('%s', (_, rows, texts, expected) => {
    expect(mistakesIn(rows, texts)).toEqual(expected);
  });

  it.each([
    ['(D-05, F-10, SRC §9, P-3)', ['D-05', 'F-10', 'SRC §9', 'P-3']],
    ['S-01 to S-03 and S-12', ['S-01', 'S-03', 'S-12', 'S-02']],
    ['records D-7K2M, P-000042, W-0000 and Q-2222-X; D-1', []],
  ])('citations in %s', (content, ids) => {
    expect(citedIn(content).sort()).toEqual([...ids].sort());
  });

  it.each([
    ['in words: security rule 17', 1],
    ["behind a line's end: (security\n * rules 1 and 2)", 1],
    ['a section alone: see §8', 1],
    ['a section of another text: RFC 9110 §15.5.20, SP 800-63B-4 §3.1.1.2, RFC 6265, §4.1', 0],
    ['by ids: S-17, SRC §8', 0],
  ])('other forms %s', (content, count) => {
    expect(otherForms(content)).toHaveLength(count);
  });

  it('rules in the words of a migration', () => {
    expect(citedInWords('-- Tokens (F-01, security rules 6 and 10-12).')).toEqual(['S-06', 'S-10', 'S-11', 'S-12']);
  });
});
