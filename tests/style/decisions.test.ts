import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

import { contents, FILES, MIGRATION } from './repository.ts';

/** The decisions: numbered without gaps, named by their titles, of one form, all in the list; each citation exists. */

const FOLDER = 'docs/decisions/';
const LIST = `${FOLDER}README.md`;
const decisions = new Map(
  FILES.filter((file) => file.startsWith(FOLDER) && file !== LIST)
    .sort()
    .map((file) => [basename(file), readFileSync(file, 'utf8')]),
);

const DATE = String.raw`\d{4}-\d\d-\d\d`;
const NUMBERS = String.raw`decisions? \d{4}(?:, \d{4})*(?: and \d{4})?`;
const FORM = new RegExp(
  String.raw`^# (\d{4})\. (.+)\n\n- Date: (${DATE})(?:, widened ${DATE})?\n- Status: (accepted(?:, amended by ${NUMBERS})?|replaced by ${NUMBERS})\n\n` +
    String.raw`## Context\n\n(?!## )[^]+?\n\n## Decision\n\n(?!## )[^]+?\n\n## Consequences\n\n(?!#)[^]`,
);

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replace(/['’]/g, '')
    .match(/[a-z0-9]+/g) ?? [];

/** Whether a file's name is made of words of the title, in their order; a long title may be shortened. */
function isNamedBy(title: string, name: string): boolean {
  const words = wordsOf(title);
  let from = 0;
  return wordsOf(name.slice(name.indexOf('-'), -'.md'.length)).every((word) => {
    const at = words.indexOf(word, from);
    from = at + 1;
    return at >= 0;
  });
}

/** What is wrong with the files of decisions and their list, by name. */
function mistakesIn(files: ReadonlyMap<string, string>, list: string): string[] {
  const found = [...files].flatMap(([name, content], at) => {
    const number = String(at + 1).padStart(4, '0');
    if (!new RegExp(`^${number}-[a-z0-9-]+\\.md$`).test(name)) return [`${name}: the next number is ${number}`];
    const [, heading, title = '', date, status] = FORM.exec(content) ?? [];
    if (heading !== number) return [`${name}: has not the form of a decision`];
    if (!isNamedBy(title, name)) return [`${name}: is not named by words of its title, "${title}"`];
    return list.includes(`| [${number}](${name}) | ${title} | ${date} | ${status} |\n`)
      ? []
      : [`${name}: the list has no line of it that says the same`];
  });
  const rows = list.match(/^\| \[\d{4}\]/gm)?.length ?? 0;
  return rows === files.size ? found : [...found, `the list has ${rows} lines for ${files.size} decisions`];
}

/** Between the words of a citation: a space, or the end of a line with the marker of the next comment line. */
const GAP = String.raw`(?:[ \t]|\n[ \t]*(?:\*|//|--|#)?[ \t]*)+`;
const CITATION = new RegExp(String.raw`\bdecisions?${GAP}(\d+(?:(?:, | and | to )\d+)*)`, 'gi');

/** The numbers that a text cites in words, such as `decision 0019`, and those of the files that it names. */
function citedIn(content: string): string[] {
  const inWords = [...content.matchAll(CITATION)].flatMap(([, numbers = '']) => numbers.match(/\d+/g) ?? []);
  const byFile = [...content.matchAll(/\bdecisions\/(\d+(?:-[a-z0-9-]+\.md)?)/g)].map(([, name = '']) => name);
  return [...inWords, ...byFile];
}

const names = [...decisions.keys()];

function exists(cited: string): boolean {
  return cited.includes('-')
    ? names.includes(cited)
    : cited.length === 4 && names.some((name) => name.startsWith(`${cited}-`));
}

describe('decisions', () => {
  it('have numbers without gaps, names made of their titles, one form, and a line in the list', () => {
    expect(mistakesIn(decisions, readFileSync(LIST, 'utf8'))).toEqual([]);
  });

  it('exist where they are cited, as in "decision 0019"', () => {
    const wrong = [...contents]
      .filter(([file]) => file !== 'tests/style/decisions.test.ts' && !MIGRATION.test(file))
      .flatMap(([file, content]) =>
        citedIn(content)
          .filter((cited) => !exists(cited))
          .map((cited) => `${file}: ${cited}`),
      );
    expect(wrong).toEqual([]);
  });

  it('exist where a migration cites them by the number alone', () => {
    const cited = [...contents].filter(([file]) => MIGRATION.test(file)).flatMap(([, content]) => citedIn(content));
    const wrong = cited.filter((number) => !exists(number.padStart(4, '0')));
    expect(wrong).toEqual([]);
  });

  it('link only to existing decisions', () => {
    const targets = [...decisions.values()].flatMap((content) =>
      [...content.matchAll(/\]\((\d{4}-[^)#]*)\)/g)].map(([, target = '']) => target),
    );
    expect(targets.length).toBeGreaterThan(5);
    expect(targets.filter((target) => !decisions.has(target))).toEqual([]);
  });
});

describe('what is wrong is found', () => {
  const good = (number: string) =>
    `# ${number}. A title\n\n- Date: 2026-01-01\n- Status: accepted\n\n## Context\n\nWhy.\n\n## Decision\n\nWhat.\n\n## Consequences\n\nSo.\n`;
  const line = (number: string) => `| [${number}](${number}-a.md) | A title | 2026-01-01 | accepted |\n`;

  it.each<[string, [string, string][], string, string[]]>([
    [
      'nothing',
      [
        ['0001-a.md', good('0001')],
        ['0002-a.md', good('0002')],
      ],
      line('0001') + line('0002'),
      [],
    ],
    [
      'a gap',
      [
        ['0001-a.md', good('0001')],
        ['0003-a.md', good('0003')],
      ],
      line('0001') + line('0003'),
      ['0003-a.md: the next number is 0002'],
    ],
    [
      'a number twice',
      [
        ['0001-a.md', good('0001')],
        ['0001-b.md', good('0001')],
      ],
      line('0001') + line('0001'),
      ['0001-b.md: the next number is 0002'],
    ],
    [
      'another form',
      [['0001-a.md', '# 1. A title\n2026-01-01\n\nWhat.\n']],
      line('0001'),
      ['0001-a.md: has not the form of a decision'],
    ],
    [
      'a heading with another number',
      [['0001-a.md', good('0002')]],
      line('0001'),
      ['0001-a.md: has not the form of a decision'],
    ],
    [
      'a name that is not in the title',
      [['0001-another.md', good('0001')]],
      line('0001'),
      ['0001-another.md: is not named by words of its title, "A title"'],
    ],
    [
      'a name whose words are in another order than in the title',
      [['0001-title-a.md', good('0001')]],
      line('0001'),
      ['0001-title-a.md: is not named by words of its title, "A title"'],
    ],
    [
      'a status that the list does not have',
      [['0001-a.md', good('0001').replace('accepted', 'replaced by decision 0002')]],
      line('0001'),
      ['0001-a.md: the list has no line of it that says the same'],
    ],
    [
      'a line for none',
      [['0001-a.md', good('0001')]],
      line('0001') + line('0002'),
      ['the list has 2 lines for 1 decisions'],
    ],
  ])('%s', (_, files, list, expected) => {
    expect(mistakesIn(new Map(files), list)).toEqual(expected);
  });

  it.each([
    ['a decision that is not there: decision 0999', ['0999']],
    ['one without its zeros: decision 19', ['19']],
    ["one behind a line's end: (decision\n * 0998)", ['0998']],
    ['several: decisions 0001, 0002 and 0997', ['0997']],
    ['a file that is not there: docs/decisions/0001-another-name.md', ['0001-another-name.md']],
    ['a file by its number alone: decisions/0996', ['0996']],
    ['those that are there: decision 0019, decisions 0001 to 0003', []],
  ])('%s', (content, expected) => {
    expect(citedIn(content).filter((cited) => !exists(cited))).toEqual(expected);
  });
});
