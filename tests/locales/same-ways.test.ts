import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CULTURES } from '#src/i18n/cultures.ts';
import { TEXTS } from './texts.ts';

/**
 * Where a text leads: to the same pages and addresses in every language. Whether a member who was robbed is sent to
 * sign in or to set a new password is not a matter of style.
 */

/** Pages after `{origin}`, targets of Markdown links, and addresses that are written out. */
const WAYS = /\{origin\}\/[\w/?=-]*|\]\([^)\s]+\)|https?:\/\/[\w./?=&#-]+|\{\{?\s*(?:supportEmail|email)\s*\}?\}/g;
const waysIn = (text: string): string[] => text.match(WAYS) ?? [];

const INITIAL = 'server/domain/contents/initial';
const contentOf = (culture: string, file: string) => readFileSync(`${INITIAL}/${culture}/${file}`, 'utf8');

describe.each(CULTURES.filter((culture) => culture !== 'en-US'))('in %s', (culture) => {
  it('each text leads where the English one does', () => {
    const differing = Object.entries(TEXTS['en-US']).flatMap(([key, english]) => {
      const [ways, own] = [waysIn(english), waysIn(TEXTS[culture][key] ?? '')];
      return JSON.stringify(ways.toSorted()) === JSON.stringify(own.toSorted()) ? [] : [{ key, ways, own }];
    });
    expect(differing).toEqual([]);
  });

  it.each(readdirSync(`${INITIAL}/en-US`))('%s leads where the English one does', (file) => {
    expect(waysIn(contentOf(culture, file)).toSorted()).toEqual(waysIn(contentOf('en-US', file)).toSorted());
  });
});

it('texts that lead somewhere are checked', () => {
  const leading = Object.values(TEXTS['en-US']).filter((text) => waysIn(text).length > 0);
  expect(leading.length).toBeGreaterThan(50);
});

it.each([
  ['{origin}/Signin', '次のページ: {origin}/Signin。', ['{origin}/Signin']],
  ['two pages', '（{origin}/ForgotPassword），{origin}/Frozen', ['{origin}/ForgotPassword', '{origin}/Frozen']],
  ['a link', '请见[条款](/terms)。', ['](/terms)']],
  ['an address of support', '联系客服：{supportEmail}', ['{supportEmail}']],
])('would be found: %s', (_, text, ways) => {
  expect(waysIn(text)).toEqual(ways);
});
