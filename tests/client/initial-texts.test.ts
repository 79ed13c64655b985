import { expect, it } from 'vitest';
import { EVERYWHERE } from '#src/i18n/areas.ts';
import { initialTexts, type ShownTexts } from '#src/shell/catalogue.ts';

/** In which language the app begins, and with which texts. */

const shown: ShownTexts = { culture: 'en-US', catalogue: {} };
const loads = (culture: string) => Promise.resolve({ culture });
const fails = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

it('is that of the page, whose texts are in it', async () => {
  expect(await initialTexts(shown, null, fails)).toBe(shown);
  expect(await initialTexts(shown, 'en-US', fails)).toBe(shown);
});

it('is the one that the member chose, whose texts are loaded', async () => {
  const { culture, catalogue } = await initialTexts(shown, 'ja-JP', loads);
  expect(culture).toBe('ja-JP');
  expect(catalogue).toEqual(Object.fromEntries(EVERYWHERE.map((area) => [area, { culture: 'ja-JP' }])));
});

it('stays that of the page if the chosen one can’t be loaded', async () => {
  expect(await initialTexts(shown, 'zh-CN', fails)).toBe(shown);
  await expect(initialTexts(null, 'zh-CN', fails)).rejects.toThrow('dynamically imported');
});
