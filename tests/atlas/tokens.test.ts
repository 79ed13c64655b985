import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tokensIn } from '#atlas/build/tokens.ts';

const sheets = ['themes', 'base'].map((name) => readFileSync(`src/styles/${name}.css`, 'utf8')) as [string, string];

it('the atlas reads both themes and the font out of the sheets of the app, as a formatter leaves them', () => {
  const [themes, base] = sheets;
  const tokens = tokensIn(themes, base);
  expect(tokens).toMatch(/^:root \{ --.*--perch-sans:/s);
  expect(tokens.match(/--color-primary: /g)).toHaveLength(3);
  expect(tokensIn(themes.replaceAll(/name: '([\w-]+)'/g, 'name: "$1"'), base)).toBe(tokens);
});

it('says so where it finds none', () => {
  expect(() => tokensIn('', '')).toThrow('src/styles no longer says the themes');
});
