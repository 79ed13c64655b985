import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Marks that follow a text are the catalogue's: a colon of English is another one in Japanese and in Chinese. */

/** A mark that a component puts behind a text, behind what it was given as `label`, or between two of them in one. */
const WRITTEN_MARK =
  /\bt\([^\n]*?\)\}(<\/(strong|span|em|b)>)?[:.!?,](\s|<|\{|`)|\{(label|title|text)\}[:.!?](\s|<|\{)/;

it('no component puts a mark behind a text', () => {
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
