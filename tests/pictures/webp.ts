import type { Page } from 'playwright-core';
import { devtoolsOf } from '#walk/browser/devtools.ts';

/** Text stays sharp at this quality, at a third of the bytes of a PNG. */
const QUALITY = 80;

/** A screenshot of the page at this scale, as WebP, which only the browser's own protocol offers. */
export async function webpOf(page: Page, scale: number): Promise<Buffer> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
  const devtools = await devtoolsOf(page);
  const clip = { x: 0, y: 0, width, height, scale };
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip });
  return Buffer.from(data, 'base64');
}
