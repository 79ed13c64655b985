import { readdirSync, readFileSync } from 'node:fs';
import { ATLAS_WORDS } from '#atlas/words/words.ts';
import { withFigures } from '#openapi/figures.ts';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { entriesOf, type Catalogue } from '#walk/documents/catalogue.ts';

type Texts = Readonly<Record<string, string>>;
export type Words = Readonly<Record<Culture, RegExp>>;

const textsOf = (culture: Culture): Texts =>
  Object.fromEntries(
    readdirSync(`locales/${culture}`).flatMap((file) =>
      entriesOf(
        JSON.parse(readFileSync(`locales/${culture}/${file}`, 'utf8')) as Catalogue,
        `${file.replace('.json', '')}:`,
      ),
    ),
  );

/** Every text that a member reads, by `catalogue:key`. */
export const TEXTS = Object.fromEntries(CULTURES.map((culture) => [culture, textsOf(culture)])) as Readonly<
  Record<Culture, Texts>
>;

/** What the atlas says itself, by `atlas:key`. */
export const ATLAS = Object.fromEntries(
  CULTURES.map((culture) => [culture, Object.fromEntries(entriesOf(ATLAS_WORDS[culture], 'atlas:'))]),
) as Readonly<Record<Culture, Texts>>;

/** What a member reads, with the figures that the server keeps. */
export const READ = Object.fromEntries(
  CULTURES.map((culture) => [
    culture,
    Object.fromEntries(Object.entries(TEXTS[culture]).map(([key, text]) => [key, withFigures(text)])),
  ]),
) as Readonly<Record<Culture, Texts>>;

/** The keys whose text has such words in any language. */
export const keysWith = (words: Words, texts = TEXTS) =>
  [
    ...new Set(
      CULTURES.flatMap((culture) =>
        Object.entries(texts[culture]).flatMap(([key, text]) => (text.search(words[culture]) >= 0 ? [key] : [])),
      ),
    ),
  ].sort();

/** What may be said, and how each language says it. */
export type Sayings = Readonly<Record<string, Words>>;

/** What a text has to say, and what it must not. */
export interface Saying<Said extends Sayings> {
  readonly says?: readonly (keyof Said & string)[];
  readonly never?: readonly (keyof Said & string)[];
}

/** What a text leaves out or says wrongly. */
export const wrongIn = <Said extends Sayings>(
  said: Said,
  culture: Culture,
  text: string,
  { says = [], never = [] }: Saying<Said>,
): string[] => [
  ...says.filter((what) => !said[what]?.[culture].test(text)).map((what) => `doesn't say ${what}`),
  ...never.filter((what) => said[what]?.[culture].test(text)).map((what) => `says ${what}`),
];
