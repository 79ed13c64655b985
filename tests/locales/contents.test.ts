import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FIGURES } from '#openapi/figures.ts';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { TEXTS } from './texts.ts';

/**
 * The longer texts of the club call things what the screens call them, name the same figures in each language, type
 * none themselves, and say what /Help says (decision 0065).
 */

const INITIAL = 'server/domain/contents/initial';
const FILES = readdirSync(`${INITIAL}/en-US`);

const textOf = (culture: Culture, file: string) => readFileSync(`${INITIAL}/${culture}/${file}`, 'utf8');

/** The notices that come with the product are one file for all languages. */
function noticeOf(culture: Culture): string {
  const parts = readFileSync(`${INITIAL}/welcome.md`, 'utf8').split(/^=== ([\w-]+) ===$/m);
  return parts[parts.indexOf(culture) + 1] ?? '';
}

const filesOf = (culture: Culture): readonly (readonly [string, string])[] => [
  ...FILES.map((file) => [file, textOf(culture, file)] as const),
  ['welcome.md', noticeOf(culture)],
];

/** Words in quotation marks or in bold, by which a text names a part of a screen. */
const QUOTED: Readonly<Record<Culture, RegExp>> = {
  'en-US': /“([^”]+)”/g,
  'ja-JP': /「([^」]+)」/g,
  'zh-CN': /“([^”]+)”/g,
};
/** What a text puts into quotation marks that is not a label. */
const NO_LABELS: Readonly<Record<Culture, readonly string[]>> = {
  'en-US': ['We', 'the club'],
  'ja-JP': ['クラブ'],
  'zh-CN': ['我们', '俱乐部', '地址投毒'],
};

function unknownLabels(culture: Culture, text: string): readonly string[] {
  const labels = new Set(Object.values(TEXTS[culture]));
  return [...text.matchAll(QUOTED[culture])]
    .map(([, words = '']) => words)
    .filter((words) => !labels.has(words) && !NO_LABELS[culture].includes(words));
}

/** A link to a page is its label; two are named within a sentence. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/Account': ['nav:account'],
  '/Security': ['nav:security'],
  '/Authentication': ['top:place.authentication.name'],
  '/Contact': ['nav:contact'],
  '/Deposit': ['nav:move.deposit.name'],
  '/Exchange': ['nav:move.exchange.name'],
  '/Faq': ['nav:faq'],
  '/History': ['nav:history'],
  '/History/withdrawal': ['nav:history'],
  '/Risk': ['common:legal.risk'],
  '/Transfer': ['transfer:title'],
  '/newsList': ['nav:news'],
};

const wrongLinks = (culture: Culture, text: string) =>
  [...text.matchAll(/\[([^\]]+)\]\((\/[^)]*)\)/g)]
    .filter(
      ([, words = '', page = '']) =>
        !(PAGES[page] ?? []).some((key) => TEXTS[culture][key]?.toLowerCase() === words.toLowerCase()),
    )
    .map(([link]) => link);

/** Figures that no setting changes: the stages, and what a member point is worth. */
const FIXED =
  /Stages? \d(?: to \d)?|from 1 to 8|ステージ\d(?:～\d)?|1から8まで|等级 \d(?: 至 \d)?|从 1 到 8|1 MP|1 USD|^\d\. /gm;
const typedFigures = (text: string) => text.replaceAll(FIXED, '').match(/\d+/g) ?? [];

/** The names of figures below each heading, by the heading's id. */
const figuresBelow = (text: string) =>
  Object.fromEntries(
    text
      .split(/\{#([\w-]+)\}/)
      .flatMap((part, place, parts) =>
        place % 2 === 1
          ? [[part, [...(parts[place + 1] ?? '').matchAll(/\{([A-Za-z]+)\}/g)].map(([, name]) => name).toSorted()]]
          : [],
      ),
  );

/** A text of /Help and the answer of the FAQ that has to say it. */
const BOTH: readonly (readonly [key: string, id: string])[] = [
  ['help:phone.text', 'lost-phone'],
  ['help:password.text', 'forgotten'],
];

const bare = (text: string) =>
  text
    .replaceAll(/\{\{(\w+)\}\}/g, '{$1}')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[“”「」]/g, '');
const answerOf = (culture: Culture, id: string) =>
  bare(textOf(culture, 'faq.md').split(`{#${id}}`)[1]?.split('\n#')[0] ?? '');
const sentencesOf = (text: string) => text.split(/(?<=[.。])\s*/).filter((sentence) => sentence !== '');

describe.each(CULTURES)('the texts of the club in %s', (culture) => {
  it.each(filesOf(culture))('%s quotes labels as the screens have them', (_, text) => {
    expect(unknownLabels(culture, text)).toEqual([]);
  });

  it.each(filesOf(culture))('%s links to pages by their names', (_, text) => {
    expect(wrongLinks(culture, text)).toEqual([]);
  });

  it.each(filesOf(culture))('%s types no figure that a setting or a constant has', (_, text) => {
    expect(typedFigures(text)).toEqual([]);
  });

  it.each(FILES)('%s has the headings and figures of the English text', (file) => {
    expect(figuresBelow(textOf(culture, file))).toEqual(figuresBelow(textOf('en-US', file)));
  });

  it.each(BOTH)('say what %s says', (key, id) => {
    const told = sentencesOf(bare(TEXTS[culture][key] ?? ''));
    // The first sentence of a text of /Help continues its heading.
    expect(told.length).toBeGreaterThan(1);
    expect(told.slice(1).filter((sentence) => !answerOf(culture, id).includes(sentence))).toEqual([]);
  });
});

describe('would be found', () => {
  it('a label that no screen has', () => {
    expect(unknownLabels('en-US', 'Press “Forgot”, then “Not approved”.')).toEqual(['Forgot']);
    expect(unknownLabels('ja-JP', '「未承認」となります。')).toEqual(['未承認']);
  });

  it('a page by another name', () => {
    expect(wrongLinks('en-US', 'Ask [support](/Contact) or read the [FAQ](/Faq).')).toEqual(['[support](/Contact)']);
  });

  it('a typed figure', () => {
    expect(typedFigures(`Stage 8 waits ${FIGURES.holdHours} hours.`)).toEqual([String(FIGURES.holdHours)]);
  });

  it('a figure that one language leaves out', () => {
    expect(figuresBelow('## Fees {#fees}\n{withdrawalFee}')).not.toEqual(figuresBelow('## 手续费 {#fees}\n很少'));
  });
});
