/**
 * What the atlas itself says, in each language: one catalogue per language, with the same keys in all of them. What it
 * quotes keeps its own language: the names of charts, states and calls, and what charts, contract and git say.
 */
import { CULTURES, type Culture } from '#openapi/cultures.ts';
import english from './en-US.json' with { type: 'json' };
import japanese from './ja-JP.json' with { type: 'json' };
import chinese from './zh-CN.json' with { type: 'json' };

type Entry = keyof typeof english;

/** A key of the catalogues; a text with a count has two forms, and one key. */
export type WordKey = Entry extends infer E ? (E extends `${infer K}_${'one' | 'other'}` ? K : E) : never;

/** What fills the places of a text; a number is written as the language writes it. */
export type Values = Readonly<Record<string, string | number>>;

/** The catalogues. The compiler finds a key that one of them lacks. */
export const ATLAS_WORDS: Readonly<Record<Culture, Readonly<Record<Entry, string>>>> = {
  'en-US': english,
  'ja-JP': japanese,
  'zh-CN': chinese,
};

const PLACE = /\{\{(\w+)\}\}/;

/** A text as its parts: what it says itself, and the names of what fills it, in turn. */
export function partsOf(culture: Culture, key: WordKey, count?: number): readonly string[] {
  return textOf(culture, key, count).split(PLACE);
}

/** A text in a language, filled in. */
export function say(culture: Culture, key: WordKey, values: Values = {}): string {
  const { count } = values;
  return partsOf(culture, key, typeof count === 'number' ? count : undefined)
    .map((part, place) => (place % 2 === 0 ? part : shown(culture, values[part] ?? '')))
    .join('');
}

/** Whether the catalogues have a key; for names that come from the charts. */
export function isWord(key: string): key is WordKey {
  return Object.hasOwn(english, key);
}

/** A day in a language, as it is in UTC. */
export function dayIn(culture: Culture, moment: string): string {
  return dateOf(culture, moment, { dateStyle: 'medium' });
}

/** A day with the time, in a language, as it is in UTC. */
export function momentIn(culture: Culture, moment: string): string {
  return `${dateOf(culture, moment, { dateStyle: 'medium', timeStyle: 'short' })} UTC`;
}

/** A number in a language. */
export function numberIn(culture: Culture, value: number): string {
  return new Intl.NumberFormat(culture).format(value);
}

/** A share as a percentage in a language. */
export function percentIn(culture: Culture, share: number): string {
  return new Intl.NumberFormat(culture, { style: 'percent' }).format(share);
}

/** The name of a language in itself. */
export function nameOf(culture: Culture): string {
  const name = new Intl.DisplayNames(culture, { type: 'language' }).of(culture.slice(0, 2)) ?? culture;
  return name.charAt(0).toLocaleUpperCase(culture) + name.slice(1);
}

/** The offered language that is nearest to one of those that a reader wants, in their order; English if none is. */
export function nearest(wanted: readonly string[]): Culture {
  const offered = wanted.flatMap(
    (each) => CULTURES.find((culture) => culture.slice(0, 2) === each.slice(0, 2).toLowerCase()) ?? [],
  );
  return offered[0] ?? 'en-US';
}

function textOf(culture: Culture, key: WordKey, count: number | undefined): string {
  const entries: Readonly<Record<string, string>> = ATLAS_WORDS[culture];
  if (count === undefined) return entries[key] ?? key;
  const form = new Intl.PluralRules(culture).select(count) === 'one' ? 'one' : 'other';
  return entries[`${key}_${form}`] ?? entries[key] ?? key;
}

function shown(culture: Culture, value: string | number): string {
  return typeof value === 'number' ? numberIn(culture, value) : value;
}

/** A moment that is not known, as of a revision asked for by name, is left out. */
function dateOf(culture: Culture, moment: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  return new Intl.DateTimeFormat(culture, { ...options, timeZone: 'UTC' }).format(date);
}
