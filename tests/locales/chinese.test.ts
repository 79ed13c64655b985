import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The typesetting of Chinese texts: consistent spaces, one word for one thing. */

const FOLDER = 'locales/zh-CN';
const CONTENTS = 'server/domain/contents/initial/zh-CN';
/**
 * These placeholders are filled with Chinese words, which need no spaces; all others with figures, codes and Latin
 * names, which do.
 */
const WORDS = ['item', 'place', 'side', 'relative', 'network'];
/** Mails contain names of networks as the chains have them. */
const isScreen = (file: string) => !file.endsWith('mail.json');

const lines = (folder: string) =>
  readdirSync(folder).flatMap((name) =>
    readFileSync(`${folder}/${name}`, 'utf8')
      .split('\n')
      .map((line) => ({ file: `${folder}/${name}`, line })),
  );
const texts = lines(FOLDER);
const having = (pattern: RegExp, among = texts) =>
  among.filter(({ line }) => pattern.test(line)).map(({ file, line }) => `${file}: ${line.trim()}`);

const WORD = `\\{\\{(?:${WORDS.join('|')})\\}\\}`;
const OTHER = `\\{\\{(?!(?:${WORDS.join('|')})\\}\\})\\w+\\}\\}`;

it.each([
  [
    'no space between Chinese characters and punctuation',
    /[\p{Script=Han}，。：；！？、（）“”] +[\p{Script=Han}，。：；！？、（）“”]|[，。：；！？、] | [，。：；！？、]/u,
  ],
  ['a space around a figure', /\p{Script=Han}\d|\d\p{Script=Han}/u],
  [
    'a space around a placeholder for a figure or a name',
    new RegExp(`\\p{Script=Han}${OTHER}|${OTHER}\\p{Script=Han}`, 'u'),
  ],
  ['no space around a placeholder for a word', new RegExp(`\\p{Script=Han} ${WORD}|${WORD} \\p{Script=Han}`, 'u')],
])('%s', (_, wrong) => {
  expect(
    having(
      wrong,
      texts.filter(({ file }) => isScreen(file)),
    ),
  ).toEqual([]);
});

it.each([
  ['等级 for the size of a plan and 头衔 for the rank', /级别|阶段/],
  ['身份验证器应用', /(?<!身份)验证器应用/],
  ['左区 and 右区', /(?<!最)[左右]侧/],
  ['手机号码', /电话号码/],
  ['交易编号', /参考号|参考编号/],
  ['未批准, as the status says', /未通过/],
  ['您', /你/],
])('one word: %s', (_, other) => {
  expect(having(other, [...texts, ...lines(CONTENTS)])).toEqual([]);
});
