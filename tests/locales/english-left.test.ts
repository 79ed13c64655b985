import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CULTURES, DEFAULT_CULTURE } from '#src/i18n/cultures.ts';
import { englishLeft } from './english-left.ts';
import { entriesOf, type Catalogue } from '#walk/documents/catalogue.ts';

/** No text of another language was left in English, neither completely nor a word of it. */

/**
 * Placeholders, the path after the club's address, the target of a link or the id of a heading, a file name and an
 * example of a code.
 */
const NO_WORDS = /\{origin\}[!-~]*|\{\{[^}]*\}\}|\{#?[\w-]+\}|\]\([^)]*\)|\b[\w-]+\.txt\b|\bQXD\b/g;

const others = CULTURES.filter((culture) => culture !== DEFAULT_CULTURE);
const leftIn = (text: string): string[] => englishLeft(text.replace(NO_WORDS, ' '), []);

describe.each(others)('in %s', (culture) => {
  it('no text of the catalogues', () => {
    const texts = readdirSync(`locales/${culture}`).flatMap((file) =>
      entriesOf(
        JSON.parse(readFileSync(`locales/${culture}/${file}`, 'utf8')) as Catalogue,
        `${file.replace('.json', '')}:`,
      ),
    );
    expect(texts.length).toBeGreaterThan(1000);
    expect(texts.map(([key, text]) => [key, leftIn(text).join(' ')]).filter(([, left]) => left !== '')).toEqual([]);
  });

  it('no paragraph of the texts of the club', () => {
    const folder = `server/domain/contents/initial/${culture}`;
    const paragraphs = readdirSync(folder).flatMap((file) =>
      readFileSync(`${folder}/${file}`, 'utf8')
        .split('\n')
        .map((line, place) => [`${file}:${place + 1}`, line] as const),
    );
    expect(paragraphs.length).toBeGreaterThan(100);
    expect(
      paragraphs.map(([place, text]) => [place, leftIn(text).join(' ')]).filter(([, left]) => left !== ''),
    ).toEqual([]);
  });
});

it.each([
  ['a sentence', 'This is how thieves exchange addresses', 'This is how thieves exchange addresses'],
  ['a title', 'Completes', 'Completes'],
  ['what is being done', 'Cancelling…', 'Cancelling'],
  ['a word in a sentence', '{{amount}} USDT のwithdrawalを取り消します', 'withdrawal'],
  ['a word behind an address', '{origin}/Wallet をopenしてください', 'open'],
  ['a word beside a product', '用 Google Authenticator scan', 'scan'],
])('would be found: %s', (_, planted, left) => {
  expect(leftIn(planted).join(' ')).toBe(left);
});

it.each([
  '{{amount}} USDT（約 {{usd}} USD）',
  'Perch のパスワードは {origin}/ForgotPassword で再設定してください。',
  '请扫描 QR 码或使用 TOTP 应用',
  'perch-recovery-codes.txt',
])('is not English: %s', (text) => {
  expect(leftIn(text)).toEqual([]);
});

describe('before three dots', () => {
  const names = [
    'Noriko-Alexandra van der Berg',
    'nori.tanaka',
    'Cara Ito',
    '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  ];

  it.each([
    ['what is being done', 'Cancelling…', 'Cancelling'],
    ['what is being done, in a sentence', '出金 Sending the code… 残高', 'Sending the code'],
    ['a word that begins as a name does', 'Care…', 'Care'],
    ['a word that ends as a name begins', 'Canora…', 'Canora'],
    ['a word before a shortened name', 'Balance of Noriko-Alexandra v…', 'Balance of'],
    ['a word beside a shortened name', 'nori.ta… signed in', 'signed in'],
    ['the second of two', 'Noriko-A… さん、Loading…', 'Loading'],
    ['a shortened name of nobody', 'Someone El…', 'Someone El'],
  ])('is found: %s', (_, text, left) => {
    expect(englishLeft(text, names).join(' ')).toBe(left);
  });

  it.each([
    'Noriko-Alexandra v… さん',
    'nori.ta…',
    '残高 12 USDT\nNoriko-Alexandra…\nCara…',
    '0x9858EfFD…caEda94',
    '処理中…',
  ])('is not English: %s', (text) => {
    expect(englishLeft(text, names)).toEqual([]);
  });
});
