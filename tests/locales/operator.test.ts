import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * What the operator's command says is spelled and worded as members' texts are. Names of its commands and of columns
 * stay (`members thaw`, `unbind`, `end-sessions`), and so do the straight quotes of a terminal and terms of operating
 * such as the rules in force.
 */

const FOLDER = 'server/entry/operator';
const LITERAL = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"/g;
const COMMENT = /^\s*(?:\/\/|\*|\/\*|import\b)/;

const WORDS: readonly (readonly [not: RegExp, use: string, planted: string])[] = [
  [/\b(?:some|every|any|no)body\b|\bwhoever\b/i, 'someone, everyone, no one, anyone who', "'Everybody is signed out'"],
  [
    /\bcancell(?:ed|ing)\b|\b(?:recogni|organi|authori)s(?:e|ed|ing)\b|\bcolour\b/i,
    'American spelling',
    "'is cancelled now'",
  ],
  [/\be[-\u2011]mail\b|\bby mail\b|\ba mail\b|\bmailed\b/i, 'email', "'is told by mail'"],
  [/\buser names?\b/i, 'username', "'a user name'"],
  [/\bat once\b/i, 'immediately', "'ends at once'"],
  [/\bthe present (?:address|mailbox|ones)\b/i, 'current', "'the present address'"],
  [/\b(?:types|typed) (?!of\b)/i, 'enters, entered', "'an operator who types it'"],
  [/[\d}] +%/, 'no space before %', "'more than 10 %'"],
  [/\bthe own\b/i, 'its own, their own', "'the own address'"],
];

/** Sentences in a source; the values in them are left out. */
function saidIn(source: string): readonly string[] {
  return source
    .split('\n')
    .filter((line) => !COMMENT.test(line))
    .flatMap((line) => line.match(LITERAL) ?? [])
    .map((literal) => literal.replaceAll(/\$\{[^}]*\}/g, '…'))
    .filter((literal) => /[a-z]{2} [a-z]/i.test(literal));
}

const wrongIn = (source: string): readonly string[] =>
  saidIn(source).flatMap((text) => WORDS.flatMap(([not, use]) => (not.test(text) ? [`${text} (write: ${use})`] : [])));

const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'));

it.each(files)('%s', (file) => {
  expect(wrongIn(readFileSync(`${FOLDER}/${file}`, 'utf8'))).toEqual([]);
});

describe('would be found', () => {
  it.each(WORDS)('%s', (_, _use, planted) => {
    expect(wrongIn(`print(${planted});`)).toHaveLength(1);
  });

  it('and a comment or a name is not', () => {
    expect(wrongIn("// somebody types the present address\nconst types = 'nobody';")).toEqual([]);
  });
});
