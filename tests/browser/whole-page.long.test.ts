// A picture of a whole page has what a browser draws only near the window, and leaves the page as it was.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { pictureOfWholePage } from '#walk/browser/whole-page.ts';

/** Farther below the window than any browser draws ahead. */
const FAR_PX = 6_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

it('shows what is far below the window', async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
  const pictures: Buffer[] = [];
  for (const drawn of ['auto', 'visible']) {
    const style = `content-visibility: ${drawn}; contain-intrinsic-block-size: auto 20rem;`;
    await page.setContent(
      `<div style="height: ${FAR_PX}px"></div><section style="${style}"><h2>Activity</h2></section>`,
    );
    pictures.push(await pictureOfWholePage(page));
    expect(await page.locator('section').getAttribute('style')).toBe(style);
  }
  await page.close();
  expect(pictures[0]?.equals(pictures[1] ?? Buffer.from(''))).toBe(true);
});
