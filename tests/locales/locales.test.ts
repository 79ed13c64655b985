import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CULTURES, DEFAULT_CULTURE } from '#src/i18n/cultures.ts';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { entriesOf, type Catalogue } from '#walk/documents/catalogue.ts';
import { SERVER_AREAS } from './server-areas.ts';

/** Texts are complete and consistent in every language, and match the code. */

const LOCALES = 'locales';
/**
 * i18next appends these to a key with a count. A language without a plural form has it all the same, so that the files
 * stay parallel.
 */
const PLURAL = /_(one|other)$/;

type Texts = ReadonlyMap<string, string>;

const areas = readdirSync(join(LOCALES, DEFAULT_CULTURE)).map((file) => file.replace('.json', ''));
const read = (culture: string, area: string): Texts =>
  new Map(entriesOf(JSON.parse(readFileSync(join(LOCALES, culture, `${area}.json`), 'utf8')) as Catalogue));
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1]).sort();

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

describe.each(CULTURES)('%s', (culture) => {
  it('has the same files as English', () => {
    expect(readdirSync(join(LOCALES, culture)).sort()).toEqual(areas.map((area) => `${area}.json`).sort());
  });

  it.each(areas)('%s has the keys of English, each with a text and the same placeholders', (area) => {
    const [english, texts] = [read(DEFAULT_CULTURE, area), read(culture, area)];
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
    const differing = [...texts].filter(
      ([key, text]) => placeholders(text).join() !== placeholders(english.get(key) ?? '').join(),
    );
    // "1 try left" may omit the number, "3 tries left" may not.
    expect(differing.filter(([key]) => !key.endsWith('_one'))).toEqual([]);
  });

  it.each(areas)('%s has texts alone: none names another, formats a value, or is in a list', (area) => {
    const catalogue = readFileSync(join(LOCALES, culture, `${area}.json`), 'utf8');
    expect(catalogue).not.toMatch(/\$t\(|\{\{[^}]*,|\[/);
  });
});

describe('the wording that the source prescribes (D-18)', () => {
  it.each([
    ['insufficient_permission', '权限不够'],
    ['not_found', '资源不存在'],
    ['method_not_allowed', '访问错误'],
    ['internal', '系统错误'],
  ])('%s in Chinese', (code, wording) => {
    expect(read('zh-CN', 'problems').get(code)).toBe(wording);
  });

  it.each([
    ['problems', 'invalid_login', 'Invalid login'],
    ['common', 'toast.operated', 'Operate successfully.'],
    ['common', 'toast.signedIn', 'Login succeed.'],
    ['common', 'field.required', '{{item}} is required.'],
    ['common', 'field.codeRequired', 'Please enter the verification code.'],
    ['transfer', 'noteRequired', 'Please enter note.'],
    ['problems', 'insufficient_balance', 'Insufficient balance'],
    ['problems', 'below_minimum_deposit', 'Your deposit is below the minimum deposit amount'],
    ['problems', 'below_minimum_withdrawal', 'You are under the minimum withdrawal amount'],
    ['purchase', 'shortForCustom', 'Not enough balance'],
  ])('%s %s in English', (area, key, wording) => {
    expect(read('en-US', area).get(key)).toBe(wording);
  });
});

describe('problems', () => {
  it('have a title and a hint for every code of the contract, for what the clock says, and for a lost response', () => {
    const codes = [
      ...description.components.schemas.ProblemCode.enum,
      'time_over',
      'quote_expired',
      'unreachable',
      'unexpected',
    ];
    const keys = [...read(DEFAULT_CULTURE, 'problems').keys()];
    expect(keys.filter((key) => !key.includes('.') && !PLURAL.test(key)).sort()).toEqual([...codes].sort());
    expect(keys.filter((key) => key.startsWith('hint.')).sort()).toEqual(codes.map((code) => `hint.${code}`).sort());
  });
});

describe('code', () => {
  const sources = ['src', 'machines'].flatMap(filesBelow).map((file) => readFileSync(file, 'utf8'));
  const literals = new Set(
    sources.flatMap((source) => [...source.matchAll(/['"`]([\w.:${}[\]-]+)['"`]/g)].map((match) => match[1] ?? '')),
  );
  /** `rank.${userInfo.rank}` uses every key of that form. */
  const families = [...literals]
    .filter((literal) => literal.includes('${') && /[a-z]\w*/i.test(literal.replace(/\$\{[^}]*\}/g, '')))
    .map(
      (literal) =>
        new RegExp(
          `^${literal
            .split(/\$\{[^}]*\}/)
            .map((part) => part.replaceAll('.', '\\.'))
            .join('[\\w-]+')}$`,
        ),
    );

  const isUsed = (area: string, key: string) =>
    [key, `${area}:${key}`].some(
      (spelling) => literals.has(spelling) || families.some((family) => family.test(spelling)),
    );

  it.each(areas.filter((area) => !SERVER_AREAS.includes(area)))('uses every key of %s', (area) => {
    const isProblem = (key: string) => area === 'problems' && !PLURAL.test(key);
    const unused = [...read(DEFAULT_CULTURE, area).keys()].filter(
      (key) => !isProblem(key) && !isUsed(area, key.replace(PLURAL, '')),
    );
    expect(unused).toEqual([]);
  });

  it('asks for single texts alone, since the client can do no more', () => {
    const asking = sources.filter((source) =>
      /\b(returnObjects|joinArrays|postProcess):|\.(cloneInstance|dir|nest|hydrate)\(/.test(source),
    );
    expect(asking).toEqual([]);
  });

  it('names no key that does not exist', () => {
    const known = new Set(
      areas.flatMap((area) =>
        [...read(DEFAULT_CULTURE, area).keys()].flatMap((key) => [
          `${area}:${key}`,
          `${area}:${key.replace(PLURAL, '')}`,
        ]),
      ),
    );
    const qualified = [...literals].filter(
      (literal) => areas.some((area) => literal.startsWith(`${area}:`)) && !literal.includes('${'),
    );
    expect(qualified.filter((literal) => !known.has(literal))).toEqual([]);
  });
});
