/** `npm run atlas -- --screens`: keeps a picture of every state that the walks in the browser meet. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { meetStates, type Met } from '#walk/browser/pictures.ts';
import { ROOT } from './root.ts';
import { endAgain, endPart, folderForNow, screensIn } from './walk-record.ts';
import { screenFile, sizes, type Size } from './walked.ts';

/** Pictures are viewed next to a diagram: this quality keeps every letter legible at a third of the size. */
const QUALITY = 50;
/** The largest width of a stored picture. */
const WIDEST_PX = 800;

/** Takes the pictures and returns the exit code: 1 if a walk failed. */
export async function takeScreens(names: readonly string[], print: (text: string) => void): Promise<number> {
  const isAll = names.length === 0;
  const walk = folderForNow(ROOT, new Date().toISOString(), isAll ? 'screens' : null);
  const folder = screensIn(walk);
  // Pictures of an earlier run of this revision would remain for states that this run does not reach.
  if (isAll) rmSync(folder, { recursive: true, force: true });
  const { walked, of } = await meetStates(names, (met) => picture(met, folder), print);
  (isAll ? endPart : endAgain)(ROOT, walk, { part: 'screens', at: new Date().toISOString(), walked, of });
  print(`The screenshots are in ${folder}; the atlas shows them when it is opened next.`);
  return walked === of ? 0 : 1;
}

/** One picture of the state per viewport size; afterwards the page returns to its original size. */
async function picture({ page, devtools, flow, state, culture }: Met, folder: string): Promise<void> {
  const before = page.viewportSize();
  const wanted = (Object.keys(sizes) as Size[]).filter((size) =>
    (sizes[size].cultures as readonly string[]).includes(culture),
  );
  for (const size of wanted) {
    const { width, height } = sizes[size];
    const file = join(folder, screenFile({ chart: flow, state, culture, size }));
    mkdirSync(dirname(file), { recursive: true });
    await page.setViewportSize({ width, height });
    const { x, y } = await page.evaluate(() => ({ x: window.scrollX, y: window.scrollY }));
    const { data } = await devtools.send('Page.captureScreenshot', {
      format: 'webp',
      quality: QUALITY,
      clip: { x, y, width, height, scale: Math.min(1, WIDEST_PX / width) },
    });
    writeFileSync(file, Buffer.from(data, 'base64'));
  }
  if (before !== null) await page.setViewportSize(before);
}
