// A flow as the atlas shows it: the diagram, and beside it the screen of a state.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { Arriving } from '#atlas/build/arriving.ts';
import { KEPT, makeAtlas } from '#atlas/build/atlas.ts';
import { Kept } from '#atlas/build/kept.ts';
import { serve } from '#atlas/build/serve.ts';
import { siteParts } from '#atlas/build/site.ts';
import { endPart, screensIn, WALKED_HERE } from '#atlas/build/walk-record.ts';
import { screenFile, sizes } from '#atlas/build/walked.ts';
import { links } from '#atlas/model/links.ts';
import { meetStates } from '#walk/browser/pictures.ts';
import { webpOf } from './webp.ts';

const FLOW = 'sign-in';
const STATE = 'enteringCredentials.invalidLogin';
/** Takes the place of a revision: the root is in no repository. */
const NO_REVISION = '0'.repeat(40);
const DESK = { width: 1280, height: 800 };
const SCALE = 1.5;

/** Walks the flow for its screens, makes the atlas and returns a picture of the flow in it. */
export async function atlas(browser: Browser, print: (text: string) => void): Promise<Buffer> {
  // A separate root: neither earlier walks nor any commit change the picture.
  const root = mkdtempSync(join(tmpdir(), 'perch-atlas-'));
  try {
    await takeScreens(root, print);
    print('Making the atlas …');
    const made = await makeAtlas({
      root,
      at: new Date().toISOString(),
      served: false,
      coverage: [],
      since: null,
      screens: true,
      fresh: true,
    });
    const site = siteParts(new Kept(join(root, KEPT)));
    const server = await serve({ root, site, arriving: new Arriving(), atlas: Promise.resolve(made) }, 0);
    try {
      return await pictureOf(browser, server);
    } finally {
      server.close();
      await made.close();
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Puts the screens of the flow where the atlas looks for them. */
async function takeScreens(root: string, print: (text: string) => void): Promise<void> {
  const walk = join(root, WALKED_HERE, NO_REVISION);
  const { width, height } = sizes.phone;
  const keep = async (page: Page, file: string): Promise<void> => {
    await page.setViewportSize({ width, height });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await webpOf(page, 1));
  };
  const { walked, of } = await meetStates(
    [FLOW],
    ({ page, flow, state, culture }) =>
      keep(page, join(screensIn(walk), screenFile({ chart: flow, state, culture, size: 'phone' }))),
    print,
    ['en-US'],
  );
  if (walked < of) throw new Error(`${FLOW} could not be walked.`);
  endPart(root, walk, { part: 'screens', at: new Date().toISOString(), walked, of });
}

async function pictureOf(browser: Browser, server: Server): Promise<Buffer> {
  const context = await browser.newContext({ viewport: DESK, locale: 'en-US', timezoneId: 'UTC' });
  try {
    const page = await context.newPage();
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/${links.state(FLOW, STATE)}`);
    const screen = page.locator('figure img');
    await screen.waitFor();
    await screen.evaluate(async (image: HTMLImageElement) => image.decode());
    // The revision of the screens is shown for a walk that is kept.
    await page.locator('figure > p.muted').evaluateAll((all) => all.forEach((each) => each.remove()));
    return await webpOf(page, SCALE);
  } finally {
    await context.close();
  }
}
