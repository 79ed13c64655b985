/** `npm run atlas -- --screens`: keeps a picture of every state that the walks in the browser meet. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { meetStates, type Met } from '#tests/walk/pictures.ts';
import { ROOT } from './collect.ts';
import { screenFile, screensFolder, sizes, type Size } from './screen-files.ts';

/** Takes the pictures and returns the exit code: 1 where a walk went wrong. */
export async function takeScreens(names: readonly string[], print: (text: string) => void): Promise<number> {
  const failed = await meetStates(names, picture, print);
  print(`The screenshots are in ${screensFolder(ROOT)}; the atlas shows them when it is made next.`);
  return failed === 0 ? 0 : 1;
}

/** One picture of the state for each size; the page adapts, and goes on in the size that it had. */
async function picture({ page, flow, state, culture }: Met): Promise<void> {
  const before = page.viewportSize();
  for (const [size, viewport] of Object.entries(sizes) as [Size, (typeof sizes)[Size]][]) {
    const file = join(screensFolder(ROOT), screenFile({ chart: flow, state, culture, size }));
    mkdirSync(dirname(file), { recursive: true });
    await page.setViewportSize(viewport);
    await page.screenshot({ path: file, type: 'jpeg', quality: 75, animations: 'disabled' });
  }
  if (before !== null) await page.setViewportSize(before);
}
