import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { productAreas } from '#machines/chart/product-areas.ts';
import { CULTURES, DEFAULT_CULTURE } from '#src/i18n/cultures.ts';
import { lifecycles } from '#walk/documents/lifecycles.ts';
import { areaWords } from '#atlas/model/areas.ts';
import { ATLAS_WORDS } from '#atlas/words/words.ts';
import { englishLeft } from './english-left.ts';

/** What the atlas says is there in every language, and nothing of it is left over. Its words are those of terms.ts. */

const english = Object.entries(ATLAS_WORDS[DEFAULT_CULTURE]);
const PLURAL = /_(one|other)$/;
const placesOf = (text: string): string =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name)
    .sort()
    .join();

describe.each(CULTURES)('%s', (culture) => {
  const texts: Readonly<Record<string, string>> = ATLAS_WORDS[culture];

  it('has the keys of English, each with a text and the same places', () => {
    expect(Object.keys(texts).toSorted()).toEqual(english.map(([key]) => key).toSorted());
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([]);
    expect(english.filter(([key, text]) => placesOf(texts[key] ?? '') !== placesOf(text)).map(([key]) => key)).toEqual(
      [],
    );
  });
});

/** What an analyst knows by its name in every language. */
const NAMES = /\{\{\w+\}\}|\bGit\b|\bJavaScript\b|\bURL\b/g;
const leftIn = (text: string): readonly string[] => englishLeft(text.replaceAll(NAMES, ' '), []);

describe.each(CULTURES.filter((culture) => culture !== DEFAULT_CULTURE))('%s', (culture) => {
  it('has no English left', () => {
    expect(Object.entries(ATLAS_WORDS[culture]).filter(([, text]) => leftIn(text).length > 0)).toEqual([]);
  });
});

it('a text that was left in English would be found', () => {
  expect(leftIn('{{chart}} のDiagram')).toEqual(['Diagram']);
});

it('every text is used, by its whole key or by a name of the charts', () => {
  const sources = ['app', 'build', 'model', 'diagram', 'words']
    .flatMap((folder) =>
      readdirSync(`atlas/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `atlas/${folder}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8'));
  const literals = new Set(
    sources.flatMap((source) => [...source.matchAll(/['"`]([\w.${}-]+)['"`]/g)].map((match) => match[1] ?? '')),
  );
  /** `kind.${kind}` uses every key of that form. */
  const families = [...literals]
    .filter((literal) => literal.includes('${') && /^[a-z]/.test(literal))
    .map((literal) => literal.replaceAll('.', String.raw`\.`).replaceAll(/\$\{[^}]*\}/g, String.raw`[\w.-]+`))
    .map((family) => new RegExp(`^${family}$`));
  const keys = new Set(english.map(([key]) => key.replace(PLURAL, '')));
  const isUsed = (key: string): boolean =>
    literals.has(key) || key.startsWith('does.') || families.some((family) => family.test(key));
  expect([...keys].filter((key) => !isUsed(key))).toEqual([]);
});

it('every area and every lifecycle has its words', () => {
  expect(Object.keys(areaWords)).toEqual([...productAreas]);
  expect(
    english
      .map(([key]) => key)
      .filter((key) => key.startsWith('lifecycle.'))
      .toSorted(),
  ).toEqual(lifecycles.map(({ id }) => `lifecycle.${id}`).toSorted());
});
