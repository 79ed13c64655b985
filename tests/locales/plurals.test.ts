import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createI18n } from '#src/i18n/create-i18n.ts';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { entriesOf, type Catalogue } from '#walk/documents/catalogue.ts';

/** Texts with a count have a form for every plural category of their language, and the app selects it. */

const CATEGORY = /_(zero|one|two|few|many|other)$/;

const read = (culture: Culture, area: string): Catalogue =>
  JSON.parse(readFileSync(join('locales', culture, `${area}.json`), 'utf8')) as Catalogue;
const areas = readdirSync('locales/en-US').map((file) => file.replace('.json', ''));
const counted = areas.flatMap((area) =>
  [
    ...new Set(
      entriesOf(read('en-US', area)).flatMap(([key]) => (CATEGORY.test(key) ? [key.replace(CATEGORY, '')] : [])),
    ),
  ].map((key) => [area, key] as const),
);

it('there are texts with a count', () => {
  expect(counted.length).toBeGreaterThan(10);
});

describe.each(CULTURES)('%s', (culture) => {
  const { pluralCategories } = new Intl.PluralRules(culture).resolvedOptions();

  it.each(counted)('%s:%s has each form of the language', (area, key) => {
    const forms = new Map(
      entriesOf(read(culture, area))
        .filter(([name]) => name.replace(CATEGORY, '') === key)
        .map(([name, text]) => [CATEGORY.exec(name)?.[1] ?? '', text]),
    );
    for (const category of pluralCategories) expect(forms.get(category), `${key}_${category}`).toBeTruthy();
    // The test of equal keys knows only one and other.
    expect([...forms.keys()].filter((category) => category !== 'one' && category !== 'other')).toEqual([]);
  });

  it.each([0, 1, 2, 11, 21, 1000])('selects the form for %i', (count) => {
    const common = read(culture, 'common');
    const forms = new Map(entriesOf({ counted_one: 'the one form', counted_other: 'the other form' }));
    const i18n = createI18n({
      culture,
      catalogue: { common: { ...common, ...Object.fromEntries(forms) } },
      load: () => Promise.reject(new Error('nothing is fetched')),
    });
    expect(String(i18n.t('counted' as 'skip', { count }))).toBe(
      forms.get(`counted_${new Intl.PluralRules(culture).select(count)}`),
    );
  });
});
