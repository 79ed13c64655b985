// A look at a screen: what axe finds, what overflows, bare keys, English left in the other languages. The pictures are kept for
// whoever wants to look.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { cultures, type Culture } from '#tests/walk/report.ts';
import type { Person } from './person.ts';

const PICTURES = join(process.cwd(), 'test-results', 'screens');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/**
 * Every language, both themes, on a phone and on a desk, so that each of these meets each of the others: what looks wrong only
 * where a certain language, theme and width come together is rarer than an hour of taking all twelve is worth.
 */
export const LOOKS = cultures.flatMap((culture, place) =>
  (['light', 'dark'] as const).map((theme, other) => ({ culture, theme, width: (place + other) % 2 === 0 ? 360 : 1280 })),
);

/** Looks at the screen that is there, and keeps its picture under this name. */
export type See = (screen: string) => Promise<void>;

/** How somebody looks at the screens of a tour, and what was wrong with them, in words. */
export function lookAt({ page }: Pick<Person, 'page'>, as: { readonly culture: Culture; readonly theme: string; readonly width: number }): { readonly see: See; readonly problems: string[] } {
  const { culture, theme, width } = as;
  const problems: string[] = [];
  mkdirSync(PICTURES, { recursive: true });
  const see: See = async (screen) => {
    problems.push(...(await look(page, `${screen}-${culture}-${theme}-${width}`)));
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(culture);
    if (culture !== 'en-US') problems.push(...englishLeft(await page.locator('main').innerText()).map((word) => `${screen}: English "${word}"`));
  };
  return { see, problems };
}

/** Looks at the screen as it is: what is wrong with it, in words; and keeps a picture. */
async function look(page: Page, name: string): Promise<string[]> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))));
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  await page.evaluate(AXE);
  return page.evaluate(async (screen) => {
    const axe = (window as unknown as { axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe;
    const { violations } = await axe.run();
    const found = violations.map(({ id, nodes }) => `${screen}: axe ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
    const keys = document.body.innerText.match(/\b[a-z-]+:[a-z][A-Za-z.]+\b|\b[a-z]+(\.[a-z][A-Za-z]+){1,3}\b(?!\.)/g)?.filter((text) => !/example|localhost|perch/.test(text)) ?? [];
    return [...found, ...(wide ? [`${screen}: scrolls sideways`] : []), ...keys.map((key) => `${screen}: bare key ${key}`)];
  }, name);
}

/** Sentences that only the English catalogue has; names of things stay as they are. */
function englishLeft(text: string): string[] {
  return text.match(/\b(?:the|your|you|with|and|is|are|sign in|password)\b/gi)?.filter((word) => !/^password$/.test(word)) ?? [];
}
