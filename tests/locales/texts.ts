import { readdirSync, readFileSync } from 'node:fs';
import { FIGURES } from '#openapi/figures.ts';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { entriesOf, type Catalogue } from '#walk/documents/catalogue.ts';

type Texts = Readonly<Record<string, string>>;
export type Words = Readonly<Record<Culture, RegExp>>;

/** A text as it is read: with the figures that nobody passes (openapi/figures.ts). */
export const withFigures = (text: string): string =>
  text.replace(/\{\{?(\w+)\}\}?/g, (whole, name: string) =>
    Object.hasOwn(FIGURES, name) ? String(FIGURES[name as keyof typeof FIGURES]) : whole,
  );

const textsOf = (culture: Culture): Texts =>
  Object.fromEntries(
    readdirSync(`locales/${culture}`).flatMap((file) =>
      entriesOf(
        JSON.parse(readFileSync(`locales/${culture}/${file}`, 'utf8')) as Catalogue,
        `${file.replace('.json', '')}:`,
      ).map(([key, text]) => [key, withFigures(text)] as const),
    ),
  );

/** Every text of every catalogue, by `catalogue:key`. */
export const TEXTS = Object.fromEntries(CULTURES.map((culture) => [culture, textsOf(culture)])) as Readonly<
  Record<Culture, Texts>
>;

/** The keys whose text has such words in any language. */
export const keysWith = (words: Words) =>
  [
    ...new Set(
      CULTURES.flatMap((culture) =>
        Object.entries(TEXTS[culture]).flatMap(([key, text]) => (text.search(words[culture]) >= 0 ? [key] : [])),
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
