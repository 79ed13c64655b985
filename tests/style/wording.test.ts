import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { contents, FILES, MIGRATION } from './repository.ts';
import { PROSE_WORDINGS, proseWordingsIn, WORDINGS, wordingsIn } from './wording.ts';

/** English that reads at first sight, in everything that developers, operators, testers and analysts read. */

/** Texts of members have checks of their own in tests/locales; this check quotes what it refuses. */
const APART = /^(locales\/|server\/domain\/contents\/initial\/|tests\/style\/wording|tests\/locales\/)/;

describe('wording', () => {
  it('is plain in code, documents, the contract and what commands print', () => {
    const read = [...contents].filter(([file]) => !MIGRATION.test(file) && !APART.test(file));
    expect(read.length).toBeGreaterThan(1_000);
    expect(read.flatMap(([file, content]) => wordingsIn(content).map((finding) => `${file}, ${finding}`))).toEqual([]);
  });

  it('is plain in the files of a deployment', () => {
    const read = FILES.filter((file) => file.startsWith('deploy/'));
    expect(read).toEqual(expect.arrayContaining(['deploy/caddy/Caddyfile', 'deploy/nginx/perch.conf']));
    const findings = read.flatMap((file) => {
      const content = readFileSync(file, 'utf8');
      return [...wordingsIn(content), ...proseWordingsIn(file, content)].map((finding) => `${file}: ${finding}`);
    });
    expect(findings).toEqual([]);
  });

  it('is plain in comments, documents and the strings that people read, also where a line ends', () => {
    const read = [...contents].filter(([file]) => !MIGRATION.test(file) && !APART.test(file));
    const folders = ['src', 'tests', 'machines', 'walk', 'atlas', 'money', 'server', 'docs', 'openapi'];
    const covered = new Set(read.map(([file]) => file.split('/')[0]));
    expect(folders.filter((folder) => !covered.has(folder))).toEqual([]);
    expect(
      read.flatMap(([file, content]) => proseWordingsIn(file, content).map((finding) => `${file}: ${finding}`)),
    ).toEqual([]);
  });

  it.each(PROSE_WORDINGS)('that is hard to read is found in a comment: $planted', ({ planted, pattern }) => {
    const found = pattern.exec(planted)?.[0] ?? 'nothing';
    expect(proseWordingsIn('a.ts', `const a = 1;\n${planted}\n`)).toEqual([expect.stringContaining(`"${found}"`)]);
    const [first = '', ...rest] = found.split(' ');
    expect(proseWordingsIn('a.md', `A line with ${first}\n${rest.join(' ')}`)).toHaveLength(1);
    expect(proseWordingsIn('a.ts', `const a = '${planted.replace('//', '')}';`)).toEqual([]);
  });

  it.each([
    ["purpose: 'A member who forgot the user name finds it.',", 1],
    ["  description:\n    'A request to change the e-mail address.',", 1],
    ["username_taken: { status: 409, title: 'The user name is taken' },", 1],
    ['throw new Error(`an e-mail change that is ${status} cannot take the step`);', 1],
    ["throw new ConfigError(\n  'an e-mail address is missing',\n);", 1],
    ["const keys = { emailAddress: derive('e-mail address') };", 0],
    ["title: 'The username is taken', label: 'User name'", 0],
  ])('that is hard to read is found in a string that people read: %s', (code, found) => {
    expect(proseWordingsIn('machines/a/a.cases.ts', code)).toHaveLength(found);
  });

  it('that is hard to read is found in a file of a deployment', () => {
    expect(proseWordingsIn('deploy/caddy/Caddyfile', '\t# Two calls have an e-mail address there.\n')).toHaveLength(1);
  });

  it.each([
    ['paths:\n  summary: The e-mail address\n', 1],
    ['  - { name: user, description: The user name., schema: { type: string } }\n', 1],
    ['  description: |\n    The mail of a\n    user name.\n  type: string\n', 1],
    ['state: { enum: [cancelled], description: The state. }\nexample: User name is required.\n', 0],
    ['description: The status `cancelled`.\n', 0],
  ])('that is hard to read is found in the contract: %s', (text, found) => {
    expect(proseWordingsIn('openapi/a.yaml', text)).toHaveLength(found);
  });

  it.each([
    ['a.ts', "// The status 'cancelled' and its `colour`."],
    ['a.md', 'It is told in the `e-mail` field.\n\n```\nuser name\n```\n'],
    ['a.md', 'What the outcome of\n\nsuch a call is.'],
  ])('that is plain stays in %s: %s', (file, text) => {
    expect(proseWordingsIn(file, text)).toEqual([]);
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
