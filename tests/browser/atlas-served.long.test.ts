// The analysts' site as its command serves it: while charts are still being made, afterwards, and to pages from
// elsewhere.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Arriving } from '#atlas/build/arriving.ts';
import { bareCharts, makeAtlas, type AtlasOptions, type Atlas } from '#atlas/build/atlas.ts';
import type { BareChart } from '#atlas/build/flow-charts.ts';
import { git } from '#atlas/build/git.ts';
import { Kept } from '#atlas/build/kept.ts';
import { ROOT } from '#atlas/build/root.ts';
import { serve } from '#atlas/build/serve.ts';
import { siteParts } from '#atlas/build/site.ts';
import { links } from '#atlas/model/links.ts';
import { keyOf } from '#atlas/model/model.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';

const AT = '2026-11-21T00:00:00Z';
const MAKING_MS = 300_000;
const folder = mkdtempSync(join(tmpdir(), 'perch-atlas-'));
const kept = new Kept(join(folder, 'kept'));
const site = siteParts(kept);
const options = {
  root: ROOT,
  at: AT,
  served: true,
  coverage: [],
  since: null,
  screens: false,
  fresh: true,
} as const satisfies AtlasOptions;

let browser: Browser;
let context: BrowserContext;
let page: Page;
/** The output of the console. */
let noise: string[];

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  page = await context.newPage();
  noise = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && noise.push(message.text()));
  page.on('pageerror', (error) => noise.push(error.message));
});
afterEach(async () => {
  await context.close();
  expect(noise).toEqual([]);
});

const addressOf = (server: Server, host = 'localhost'): string =>
  `http://${host}:${(server.address() as AddressInfo).port}`;

function closed(server: Server): Promise<unknown> {
  const end = new Promise((resolve) => server.close(resolve));
  // The browser keeps its connections open for reuse.
  server.closeAllConnections();
  return end;
}

describe('all charts made', () => {
  const root = join(folder, 'root');
  let atlas: Atlas;
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    mkdirSync(join(root, 'machines', 'sign-in'), { recursive: true });
    atlas = await makeAtlas({ ...options, fresh: false });
    server = await serve({ root, site, arriving: new Arriving(), atlas: Promise.resolve(atlas) }, 0);
    origin = addressOf(server);
  }, MAKING_MS);
  afterAll(async () => {
    await closed(server);
    await atlas.close();
  });

  const goes = (hash: string): Promise<unknown> => page.evaluate((to) => (window.location.hash = to), hash);

  beforeEach(async () => {
    await page.goto(`${origin}/#/sign-in/state/enteringCredentials`);
    await page.locator('h1').waitFor();
  });

  it('keeps a note beside the machine', async () => {
    await page.getByLabel('Note').fill('Why is there no link to help?');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Saved beside the machine.').waitFor();
    expect(JSON.parse(readFileSync(join(root, 'machines/sign-in/sign-in.notes.json'), 'utf8'))).toEqual({
      enteringCredentials: 'Why is there no link to help?',
    });
  });

  it('compares with any revision', async () => {
    await goes(links.compare('sign-in'));
    await page.getByLabel('Revision').fill('HEAD');
    await page.getByRole('button', { name: 'Compare with it' }).click();
    // The link names the commit, since HEAD is another one tomorrow, and shows the same when it is opened again.
    const rev = String(git(ROOT, ['rev-parse', 'HEAD']));
    await page.waitForFunction((name) => window.location.hash.includes(name), rev);
    const before = page.getByRole('combobox', { name: /^Before/ });
    expect(await before.inputValue()).toBe(rev);
    await page.reload();
    await before.waitFor();
    await expect.poll(() => before.inputValue()).toBe(rev);
    await goes(links.compare('sign-in', 'nothing', 'HEAD'));
    await page.waitForFunction((name) => window.location.hash === name, links.compare('sign-in', 'nothing', rev));
    await goes(links.compare('sign-in', 'no-such-revision', 'now'));
    await page.getByRole('alert').getByText('There is no revision "no-such-revision".').waitFor();
    // The browser reports the answer.
    expect(noise.splice(0)[0]).toContain('404');
  });

  it('keeps in its address what is searched for', async () => {
    const [everywhere, inside] = [page.getByLabel('Find', { exact: true }), page.getByLabel('Find in this chart')];
    await everywhere.fill('createToken');
    await inside.fill('password');
    await page.waitForFunction(() => window.location.hash.endsWith('?find=createToken&inside=password'));
    await page.reload();
    await expect.poll(() => everywhere.inputValue()).toBe('createToken');
    await expect.poll(() => inside.inputValue()).toBe('password');
    // Elsewhere in the diagram both stay; in another chart, what was searched for in this one does not.
    await goes(links.chart('sign-in'));
    await page.waitForFunction(() => window.location.hash === '#/sign-in?find=createToken&inside=password');
    await goes(links.chart('two-factor'));
    await page.waitForFunction(() => window.location.hash === '#/two-factor?find=createToken');
    await expect.poll(() => inside.inputValue()).toBe('');
    await everywhere.fill('');
    await page.waitForFunction(() => window.location.hash === '#/two-factor');
  });

  it('shows where a running app is', async () => {
    await page.evaluate(() =>
      window.postMessage({ perch: 'live', flow: 'sign-in', state: 'enteringCredentials.invalidLogin' }, '*'),
    );
    await page.getByText('Live: sign-in · enteringCredentials.invalidLogin').waitFor();
    expect(await page.locator('.box.live .name').textContent()).toBe('enteringCredentials');
    // A diagram that is opened afterwards shows it too.
    await goes(links.overview());
    await page.getByRole('link', { name: 'sign-in · enteringCredentials.invalidLogin' }).click();
    await page.locator('.box.live').waitFor();
    await page.evaluate(() => window.postMessage({ perch: 'live', flow: '<b>', state: 'x' }, '*'));
    expect(await page.locator('.live').first().innerText()).toContain('sign-in');
  });

  it('says so if a file can’t be read', async () => {
    await goes(links.compare('sign-in'));
    await page.getByLabel('Compare with file').waitFor();
    await page.evaluate(() => {
      File.prototype.text = () => Promise.reject(new Error('The file is gone.'));
    });
    await page.getByLabel('Compare with file').setInputFiles('docs/flows/sign-in.json');
    await page.getByText('This can’t be shown: The file is gone.').waitFor();
  });

  it('says so if a picture can’t be made', async () => {
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = (done) => done(null);
    });
    await page.getByText('Export', { exact: true }).click();
    await page.getByRole('button', { name: 'PNG', exact: true }).click();
    await page.getByText('The file couldn’t be made: The picture is too large.').waitFor();
  });

  it('says so if a diagram can’t be drawn, and tries again when it is asked for once more', async () => {
    await page.route('**/elk.js', (route) => route.abort());
    await goes(links.compare('two-factor', 'nothing', 'now'));
    await page.getByText('This can’t be shown: elk.js is missing').waitFor();
    await goes(links.chart('two-factor'));
    const inside = page.locator(`svg.diagram a[href="${links.state('two-factor', 'binding.addingKey')}"]`);
    await inside.waitFor();
    await page.getByText('Collapse').click();
    await page.getByLabel('binding', { exact: true }).check();
    await page.getByText('This can’t be shown: elk.js is missing').waitFor();
    await page.unroute('**/elk.js');
    await page.getByLabel('binding', { exact: true }).uncheck();
    await page.getByLabel('binding', { exact: true }).check();
    await inside.waitFor({ state: 'detached' });
    expect(await page.getByText('This can’t be shown').count()).toBe(0);
    // The browser reports the missing script.
    expect(noise.splice(0)).not.toEqual([]);
  });

  it('says so if there is no such chart', async () => {
    await goes(links.chart('no-such-chart'));
    await page.getByText('There is no chart called no-such-chart.').waitFor();
    // The browser reports the missing script.
    expect(noise.splice(0)[0]).toContain('404');
  });

  describe('to a page from elsewhere', () => {
    let elsewhere: Server;

    beforeAll(async () => {
      elsewhere = createServer((_request, response) =>
        response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Elsewhere</title><p>'),
      );
      await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    });
    afterAll(() => closed(elsewhere));

    // Another port of the same name is the same site; another name is a different one.
    it.each(['localhost', '127.0.0.1'])('called %s reveals nothing', async (host) => {
      const other = await context.newPage();
      await other.goto(addressOf(elsewhere, host));
      const got = await other.evaluate(async (target) => {
        const ends = (element: HTMLScriptElement | HTMLImageElement): Promise<string> =>
          new Promise((resolve) => {
            element.onload = () => resolve('loaded');
            element.onerror = () => resolve('refused');
            document.body.append(element);
          });
        const script = await ends(Object.assign(document.createElement('script'), { src: `${target}/data/index.js` }));
        const code = await ends(Object.assign(document.createElement('script'), { src: `${target}/atlas.js` }));
        const read = await fetch(`${target}/data/index.js`).then(
          () => 'read',
          () => 'refused',
        );
        const version = await fetch(`${target}/version?chart=sign-in&rev=HEAD`, { mode: 'no-cors' }).then(
          () => 'answered',
          () => 'refused',
        );
        return { script, code, read, version, data: globalThis.atlasData === undefined ? 'none' : 'read' };
      }, origin);
      expect(got).toEqual({ script: 'refused', code: 'refused', read: 'refused', version: 'refused', data: 'none' });
    });

    it('can be reached by a link', async () => {
      await page.goto(addressOf(elsewhere, '127.0.0.1'));
      await page.evaluate((target) => {
        document.body.append(
          Object.assign(document.createElement('a'), { href: `${target}/#/sign-in`, textContent: 'the flow' }),
        );
      }, origin);
      await page.getByRole('link', { name: 'the flow' }).click();
      await page.getByRole('heading', { name: 'sign-in', exact: true }).first().waitFor();
    });
  });
});

describe('charts still to be made', () => {
  /** Charts that may be made; each waits until it is released. */
  let letThrough: (key: string) => void;
  let server: Server;
  let origin: string;
  let atlas: Promise<Atlas>;
  let charts: readonly BareChart[];

  beforeAll(async () => {
    charts = await bareCharts();
  }, MAKING_MS);

  beforeEach(async () => {
    const arriving = new Arriving();
    const waiting = new Map<string, () => void>();
    const through = new Set<string>();
    letThrough = (key) => {
      through.add(key);
      waiting.get(key)?.();
    };
    const make = async (arrived: (chart: BareChart) => void): Promise<readonly BareChart[]> => {
      await Promise.all(
        charts.map(async (chart) => {
          if (!through.has(keyOf(chart))) await new Promise<void>((resolve) => waiting.set(keyOf(chart), resolve));
          arrived(chart);
        }),
      );
      return charts;
    };
    atlas = makeAtlas({ ...options, arrived: (parts) => arriving.offer(parts) }, make);
    server = await serve({ root: join(folder, 'root'), site, arriving, atlas }, 0);
    origin = addressOf(server);
  });
  afterEach(async () => {
    // The page is closed first: it requests what it shows as long as it is open.
    await context.close();
    for (const chart of charts) letThrough(keyOf(chart));
    await (await atlas).close();
    await closed(server);
  });

  it('are listed at once, and one that is ready can be opened before the others', async () => {
    await page.goto(origin);
    await page.getByText('Each is shown as soon as it is read').waitFor();
    const card = page.locator('[data-chart="sign-in"]');
    expect(await card.innerText()).toContain('Reading…');
    letThrough('sign-in');
    await card.getByRole('link').first().click();
    await page.locator('svg.diagram a').first().waitFor();
    expect(await page.getByLabel('Find', { exact: true }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Questions' }).click();
    await page.getByText('which are still being read').waitFor();
    for (const chart of charts) letThrough(keyOf(chart));
    await page.getByRole('heading', { name: 'Questions' }).waitFor();
    await page.getByRole('link', { name: 'Atlas', exact: true }).click();
    await page.locator('.totals').waitFor();
    expect(await page.getByLabel('Find', { exact: true }).isEnabled()).toBe(true);
  });

  it('appear automatically for a reader who waits', async () => {
    await page.goto(`${origin}/#/withdrawal/state/reviewing`);
    await page.getByText('Reading withdrawal…').waitFor();
    letThrough('withdrawal');
    await page.getByRole('heading', { name: 'reviewing', exact: true }).waitFor();
  });
});
