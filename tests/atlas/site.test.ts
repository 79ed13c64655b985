// The page of the atlas, its script and its styles, from the sheets of the members' app as they are now.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Kept } from '#atlas/build/kept.ts';
import { siteParts } from '#atlas/build/site.ts';
import { tokensIn } from '#atlas/build/tokens.ts';

const folder = mkdtempSync(join(tmpdir(), 'perch-site-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [themes = '', base = ''] = ['themes.css', 'base.css'].map((name) => readFileSync(`src/styles/${name}`, 'utf8'));

/** What a theme of the app says of a color. */
const colorOf = (theme: string, name: string): string =>
  new RegExp(`name: ['"]${theme}['"][^}]*?${name}: ([^;]+);`).exec(themes)?.[1] ?? 'none';

describe('the colors and the type', () => {
  it('are those of the app, in the light and in the dark', () => {
    const sheet = tokensIn(themes, base);
    const places = (theme: string) => sheet.split(`--color-primary: ${colorOf(theme, '--color-primary')};`).length - 1;
    // The dark one where the machine wants it, and where the reader does.
    expect([places('perch-light'), places('perch-dark')]).toEqual([1, 2]);
    expect(sheet).toMatch(/--perch-sans:\s*/);
  });

  it.each([
    ['the other quotes', themes.replaceAll("'", '"')],
    ['other blanks', themes.replaceAll(' {', '{').replaceAll('name: ', 'name:')],
  ])('are found with %s', (_, written) => {
    expect(tokensIn(written, base)).toBe(tokensIn(themes, base));
  });

  it('are missed in words where a theme goes by another name', () => {
    expect(() => tokensIn(themes.replaceAll('perch-dark', 'dark'), base)).toThrow('no longer says the themes');
  });
});

it('is made whole', async () => {
  const parts = siteParts(new Kept(folder));
  expect([...parts.keys()]).toEqual(['index.html', 'atlas.js', 'atlas.css', 'elk.js']);
  const files = await Promise.all([...parts].map(async ([name, make]) => [name, String(await make())] as const));
  const { 'index.html': page = '', 'atlas.js': script = '', 'atlas.css': styles = '' } = Object.fromEntries(files);
  expect(page).toContain('./atlas.js');
  expect(script.length).toBeGreaterThan(100_000);
  expect(styles).toContain(`--color-accent: ${colorOf('perch-dark', '--color-accent')};`);
});
