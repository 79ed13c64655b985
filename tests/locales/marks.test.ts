import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Punctuation after a text belongs to the catalogue: an English colon differs from a Japanese or Chinese one. */

/** Punctuation that a component puts after a text, after its `label` prop, or between two texts in a template. */
const WRITTEN_MARK =
  /\bt\([^\n]*?\)\}(<\/(strong|span|em|b)>)?[:.!?,](\s|<|\{|`)|\{(label|title|text)\}[:.!?](\s|<|\{)/;

it('no component puts punctuation after a text', () => {
  const components = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  expect(components.length).toBeGreaterThan(100);
  expect(components.filter((name) => WRITTEN_MARK.test(readFileSync(`src/${name}`, 'utf8')))).toEqual([]);
});

it.each([
  "{t('days.wallet')}: {amount}",
  "<strong>{t('offline.title')}</strong>. More",
  '{label}: <span>',
  "`${t('qr')}. ${network}`",
])('%s would be found', (planted) => {
  expect(planted).toMatch(WRITTEN_MARK);
});
