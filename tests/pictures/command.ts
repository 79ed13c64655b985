/** `npm run pictures`: takes the pictures of README.md again. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { ensureBuilt } from '#server/entry/launch/built.mjs';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { atlas } from './atlas.ts';
import { dashboard } from './dashboard.ts';
import { FOLDER, MOST_BYTES_TOGETHER, pictures, type Picture } from './pictures.ts';
import { walk } from './walk.ts';

const HELP = `npm run pictures                  takes the pictures of README.md again, into ${FOLDER}
npm run pictures -- NAME          one of them: ${pictures.join(', ')}`;

const makers: Readonly<Record<Picture, (browser: Browser) => Promise<Buffer> | Buffer>> = {
  'dashboard.webp': dashboard,
  'atlas.webp': (browser) => atlas(browser, console.log),
  'walk.svg': walk,
};

async function run(parameters: readonly string[]): Promise<number> {
  const wanted = pictures.filter((picture) => parameters.length === 0 || parameters.includes(picture));
  if (parameters.some((each) => !pictures.some((picture) => picture === each))) {
    console.log(HELP);
    return parameters.includes('--help') ? 0 : 2;
  }
  await ensureBuilt();
  const browser = await launchChromium();
  try {
    mkdirSync(FOLDER, { recursive: true });
    for (const picture of wanted) {
      const content = await makers[picture](browser);
      writeFileSync(join(FOLDER, picture), content);
      console.log(
        `${join(FOLDER, picture)}: ${content.length} bytes (all of them together: at most ${MOST_BYTES_TOGETHER})`,
      );
    }
  } finally {
    await browser.close();
  }
  return 0;
}

process.exitCode = await run(process.argv.slice(2));
