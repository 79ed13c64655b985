// The analysts' site, made from the charts alone and opened from disk; atlas-served.long.test.ts tests the served one.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { makeAtlas, type Atlas } from '#atlas/build/atlas.ts';
import { writeSite } from '#atlas/build/folder.ts';
import { Kept } from '#atlas/build/kept.ts';
import { ROOT } from '#atlas/build/root.ts';
import type { Runs } from '#atlas/build/walked.ts';
import { byArea } from '#atlas/model/areas.ts';
import { keyOf } from '#atlas/model/model.ts';
import { links } from '#atlas/model/links.ts';
import { coverageOf } from '#walk/paths/coverage.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { flowOf, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { hiddenOf, isWhole, zoomOf } from './support/atlas-canvas.ts';
import { isInside, isSeen, overlap } from './support/in-sight.ts';
import { axeFindings } from './support/look.ts';

const MAKING_MS = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'perch-atlas-'));
let browser: Browser;
const AT = '2026-11-21T00:00:00Z';
let coverage: Runs;
let atlas: Atlas;
/** Everything is made again here, so that no earlier opening helps. */
const kept = new Kept(join(folder, 'kept'));
let context: BrowserContext;
let page: Page;
/** The output of the console, and requests to any network. */
let noise: string[];

beforeAll(async () => {
  browser = await launchChromium();
  const cases = flowOf('withdrawal');
  const [path] = pathsOf(cases);
  const { flows } = coverageOf([{ graph: graphOf(cases), edges: path?.edges ?? [] }], '2026-11-21T00:00:00Z');
  coverage = Object.entries(flows).map(([flow, visits]) => [flow, { name: 'one path', at: AT, ...visits }] as const);
  atlas = await makeAtlas({ root: ROOT, at: AT, served: false, coverage, since: null, screens: false, fresh: true });
  await writeSite(atlas, kept, join(folder, 'disk'));
}, MAKING_MS);
afterAll(async () => {
  await atlas.close();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

const onDisk = (hash: string): string => `${pathToFileURL(join(folder, 'disk', 'index.html')).href}${hash}`;

async function opens(url: string, colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
  context = await browser.newContext({ viewport: { width: 1400, height: 900 }, colorScheme });
  page = await context.newPage();
  noise = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && noise.push(message.text()));
  page.on('pageerror', (error) => noise.push(error.message));
  await page.goto(url);
  await page.locator('h1').waitFor();
}

/** Goes to another URL of the open atlas. */
async function goes(hash: string): Promise<void> {
  await page.evaluate((to) => (window.location.hash = to), hash);
}

const drawn = (href: string) => page.locator(`svg.diagram a[href="${href}"]`);
const panel = () => page.getByRole('complementary', { name: 'Details' });

afterEach(async () => {
  await context.close();
  expect(noise).toEqual([]);
});

describe('from a disk', () => {
  // npm run bench -- atlas measures how long it takes.
  it('shows the first diagram from its own file alone, without a layout', async () => {
    await opens(onDisk('#/'));
    await page.goto('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(onDisk('#/withdrawal'));
    await page.locator('svg.diagram a').first().waitFor();
    const files = asked.flatMap((url) =>
      url.startsWith('file:') ? [new URL(url).pathname.split('/disk/')[1] ?? url] : [],
    );
    expect(files.toSorted()).toEqual([
      'atlas.css',
      'atlas.js',
      'data/facts.js',
      'data/index.js',
      'data/withdrawal.js',
      'index.html',
    ]);
  });

  it('lists every flow and lifecycle by its area, each as a small picture, and all in a table', async () => {
    await opens(onDisk('#/'));
    const areas = byArea(atlas.charts);
    expect(await page.locator('section.area > h2').allInnerTexts()).toEqual(areas.map(({ name }) => name));
    const cards = await page
      .locator('section.area .chart-card')
      .evaluateAll((all) => all.map((card) => card.getAttribute('data-chart')));
    expect(cards).toEqual(areas.flatMap(({ charts }) => charts.map(keyOf)));
    await page
      .locator('svg.thumb')
      .nth(cards.length - 1)
      .waitFor();
    await page.getByText('All as table').click();
    expect(await page.locator('tbody th').allInnerTexts()).toEqual(atlas.charts.map(({ id }) => id));
  });

  describe.each([
    [1400, 900],
    [360, 800],
  ])('at %i × %i', (width, height) => {
    const opensAt = async (chart: string): Promise<void> => {
      await opens(onDisk('#/'));
      await page.setViewportSize({ width, height });
      await goes(links.chart(chart));
      await page.getByRole('region', { name: `Diagram of ${chart};` }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    };

    it('opens every diagram so that all of it is seen', async () => {
      await opensAt('sign-out');
      const cut: string[] = [];
      for (const key of atlas.charts.map(keyOf)) {
        await goes(links.chart(key));
        await page.getByRole('region', { name: `Diagram of ${key};` }).waitFor();
        await expect
          .poll(() => isWhole(page))
          .toBe(true)
          .catch(() => cut.push(key));
      }
      expect(cut).toEqual([]);
    });

    it('reads a large diagram from its beginning in letters that can be read, above a map of the whole', async () => {
      await opensAt('sign-up');
      await page.getByRole('button', { name: 'Read' }).click();
      await expect.poll(() => zoomOf(page)).toBe(80);
      await expect.poll(() => isInside(page, '.diagram .begin', '.canvas')).toBe(true);
      const map = page.locator('.whole');
      expect(await overlap(page, '.whole', '.canvas')).toBe(false);
      const before = await map.locator('.seen-part rect').getAttribute('y');
      const { height: low = 0 } = (await map.boundingBox()) ?? {};
      await map.click({ position: { x: 5, y: low - 5 } });
      await expect.poll(() => map.locator('.seen-part rect').getAttribute('y')).not.toBe(before);
      expect(await isInside(page, '.diagram .begin', '.canvas')).toBe(false);
      // Again, from wherever the reader has gone.
      await page.getByRole('button', { name: 'Read' }).click();
      await expect.poll(() => isInside(page, '.diagram .begin', '.canvas')).toBe(true);
    });

    it('shows a pressed state together with its details, and all of the diagram again', async () => {
      await opensAt('withdrawal');
      await drawn(links.state('withdrawal', 'reviewing')).click();
      await expect.poll(() => isSeen(panel().getByRole('heading', { name: 'reviewing', exact: true }))).toBe(true);
      await expect.poll(() => isSeen(page.locator('.diagram .box.focus'))).toBe(true);
      await panel().getByRole('link', { name: '← withdrawal' }).click();
      await expect.poll(() => isSeen(page.locator('.canvas'))).toBe(true);
      expect(await overlap(page, '.canvas', '.panel')).toBe(false);
    });

    it('is no wider than the window on any page', async () => {
      await opensAt('sign-out');
      const places = [
        '#/',
        '#/withdrawal',
        links.state('withdrawal', 'reviewing'),
        links.storyboard('withdrawal'),
        links.path('withdrawal', 'withdrawal-01', 3),
        links.matrix('withdrawal', 'fault'),
        links.compare('withdrawal', 'nothing', 'now'),
        links.questions({ ask: 'call', call: 'confirmDraft' }),
      ];
      const wide: string[] = [];
      for (const place of places) {
        await goes(place);
        await page.locator('h1').waitFor();
        await page.locator('[role="status"]', { hasText: /Reading|Drawing/ }).waitFor({ state: 'detached' });
        if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)) wide.push(place);
      }
      expect(wide).toEqual([]);
    });

    it('shows the details of the state in its URL', async () => {
      await opens(onDisk('#/'));
      await page.setViewportSize({ width, height });
      await goes(links.state('withdrawal', 'accepted'));
      await expect.poll(() => isSeen(panel().getByRole('heading', { name: 'accepted', exact: true }))).toBe(true);
    });

    it('has room for its hints, and breaks no command inside its parameters', async () => {
      await opensAt('sign-out');
      for (const field of await page.locator('input[type="search"]').all()) {
        const room = await field.evaluate((input: HTMLInputElement) => {
          input.value = input.placeholder;
          return input.clientWidth - input.scrollWidth;
        });
        expect(room).toBeGreaterThanOrEqual(0);
      }
      await goes('#/');
      const parts = page.locator('code .unbroken');
      await parts.first().waitFor({ state: 'attached' });
      const lines = await parts.evaluateAll((all) =>
        all.filter((each) => each.checkVisibility()).map((each) => [each.textContent, each.getClientRects().length]),
      );
      expect(lines).toContainEqual(['-- --all', 1]);
      expect(lines.filter(([, count]) => count !== 1)).toEqual([]);
    });

    it('shows all of a large diagram by its names alone, also after it was read', async () => {
      await opensAt('sign-up');
      for (const name of ['Read', 'Fit to screen']) await page.getByRole('button', { name }).click();
      await expect.poll(() => hiddenOf(page)).toBeLessThanOrEqual(0);
      await page.locator('.whole').waitFor({ state: 'detached' });
      expect(await page.locator('.diagram .label').first().isVisible()).toBe(false);
      expect(await page.locator('.diagram .far-name').first().isVisible()).toBe(true);
      // It stays so when the window changes.
      await page.setViewportSize({ width, height: height - 100 });
      await expect.poll(() => hiddenOf(page)).toBeLessThanOrEqual(0);
    });
  });

  it('shows what is behind a pressed state or transition', async () => {
    await opens(onDisk('#/withdrawal'));
    await drawn(links.state('withdrawal', 'reviewing')).click();
    await panel().getByRole('heading', { name: 'reviewing' }).waitFor();
    expect(await panel().innerText()).toMatch(
      /Review withdrawal[^]*出金内容を確認[^]*核对提现[^]*SRC §9[^]*Confirm withdrawal/,
    );
    expect(page.url()).toContain('#/withdrawal/state/reviewing');
    await page.getByRole('button', { name: 'Read' }).click();
    const small = 'enteringWithdrawal · SUBMIT_FORM [isBelowMinimum] → enteringWithdrawal.belowMinimum';
    await drawn(links.transition('withdrawal', small)).click();
    await panel().getByRole('heading', { name: 'Rule', exact: true }).waitFor();
    expect(await panel().innerText()).toMatch(/under the minimum of its asset \(D-04\)/);
    await panel().getByText('SUBMIT_FORM (small)').click();
    expect(await panel().innerText()).toContain('"amount": "299.99"');
    expect(await page.locator('textarea').count()).toBe(0);
  });

  it('answers what the member sees if the response of the confirmation is lost', async () => {
    await opens(onDisk(links.questions({ ask: 'call', call: 'confirmDraft' })));
    await page.getByRole('link', { name: 'outcomeUnknown' }).first().click();
    const seen = page.getByRole('region', { name: 'What the member sees' });
    await seen.waitFor();
    expect(await seen.innerText()).toMatch(/✗ confirmDraft \[networkError\][^]*outcomeUnknown/);
    await goes(links.questions({ ask: 'call', call: 'confirmDraft' }));
    expect(await page.getByText('Flows that run one of these as a part').innerText()).toContain('withdrawal');
  });

  it('answers which rule decides the fee', async () => {
    await opens(onDisk('#/withdrawal'));
    await page.getByLabel('Find in this chart').fill('fee rule');
    await page
      .getByRole('link', { name: /createWithdrawal: feeRate/ })
      .first()
      .click();
    await panel().getByRole('heading', { name: 'creatingWithdrawal' }).waitFor();
    await panel().getByText('What it answers').click();
    await panel().getByText('Fields', { exact: true }).first().click();
    expect(await panel().innerText()).toMatch(/withdrawalFeeRate. \(D-04\)/);
  });

  it('answers what has changed since the commit before the last that touched it', async () => {
    await opens(onDisk(links.compare('withdrawal')));
    const [last, before] = (await atlas.versions('withdrawal')).kept;
    if (last === undefined || before === undefined) throw new Error('Withdrawing was touched once only.');
    expect(await page.getByRole('combobox', { name: /^Before/ }).inputValue()).toBe(before.rev);
    expect(await page.getByRole('combobox', { name: /^After/ }).inputValue()).toBe('now');
    await page
      .getByRole('heading', { name: 'Paths that must be walked again' })
      .or(page.getByText('Nothing has changed between the two.'))
      .waitFor();
    await goes(links.compare('withdrawal', 'nothing', 'now'));
    await page.getByRole('group', { name: 'Both versions of withdrawal' }).waitFor();
    expect(await page.locator('.box.added').count()).toBeGreaterThan(10);
    expect(await page.getByRole('heading', { name: /^States \(\d+\)$/ }).innerText()).toBe(
      `States (${atlas.charts.find(({ id }) => id === 'withdrawal')?.states.length})`,
    );
  });

  it('compares with a file, and refuses one that is not a chart', async () => {
    await opens(onDisk(links.compare('sign-in')));
    const choose = page.getByLabel('Compare with file');
    await choose.setInputFiles('docs/flows/sign-in.json');
    await page.getByText('Nothing has changed between the two.').waitFor();
    await choose.setInputFiles('package.json');
    await page.getByText('This is no chart').waitFor();
  });

  it('says in words what a state and a transition do automatically, and where the URL stays', async () => {
    await opens(onDisk(links.state('withdrawal', 'creatingWithdrawal')));
    await panel().getByRole('heading', { name: 'creatingWithdrawal' }).waitFor();
    expect(await panel().innerText()).toMatch(/On entry\s+notes how far it has come, for a reload/);
    await goes(links.path('withdrawal', 'withdrawal-01', 0));
    const [first] = await page.locator('.strip > li').all();
    expect(await first?.innerText()).toContain('keeps the address that the flow is at');
    expect(await page.locator('.strip code').allInnerTexts()).not.toContain('*');
  });

  it('plays a path, and opens the cells of the matrices', async () => {
    await opens(onDisk(links.path('withdrawal', 'withdrawal-01', 1)));
    const steps = atlas.charts.find(({ id }) => id === 'withdrawal')?.paths[0]?.steps.length ?? 0;
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByText(`Step ${steps - 1} of ${steps - 1}`).waitFor();
    expect(page.url()).toContain(`path/withdrawal-01/${steps - 1}`);
    await page.getByRole('link', { name: 'Matrices' }).click();
    await page.getByRole('link', { name: 'optionsUnavailable' }).first().click();
    await page.getByRole('region', { name: 'What the member sees' }).waitFor();
  });

  it('draws coverage, and expanded groups', async () => {
    await opens(onDisk('#/withdrawal'));
    await page.getByLabel('Coverage').selectOption('one path');
    expect(await page.locator('.box.visited').count()).toBeGreaterThan(0);
    expect(await page.locator('.box.missed').count()).toBeGreaterThan(0);
    await goes('#/two-factor');
    await drawn(links.state('two-factor', 'binding.addingKey')).waitFor();
    await page.getByText('Collapse').click();
    await page.getByLabel('binding', { exact: true }).check();
    await drawn(links.state('two-factor', 'binding.addingKey')).waitFor({ state: 'detached' });
    await drawn(links.state('two-factor', 'binding')).first().waitFor();
  });

  it.each([
    ['SVG', /^<svg[^]*loadingOptions[^]*<\/svg>$/],
    ['PNG', /^.PNG/],
    ['Mermaid', /stateDiagram-v2/],
    ['PlantUML', /^@startuml/],
    ['SCXML', /<scxml /],
    ['Data', /^\{"id":"withdrawal"/],
  ])('exports %s', async (format, content) => {
    await opens(onDisk('#/withdrawal'));
    await page.getByText('Export', { exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: format, exact: true }).click(),
    ]);
    expect(readFileSync(await download.path(), 'latin1')).toMatch(content);
  });

  it('works by keyboard alone', async () => {
    await opens(onDisk('#/'));
    const reaches = async (name: string): Promise<void> => {
      for (let presses = 0; presses < 400; presses += 1) {
        await page.keyboard.press('Tab');
        const at = await page.evaluate(
          () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
        );
        if (at.startsWith(name)) return;
      }
      throw new Error(`Tab does not lead to ${name}.`);
    };
    await reaches('sign-in');
    await page.keyboard.press('Enter');
    await page.locator('svg.diagram').waitFor();
    await reaches('Diagram of sign-in; plus and minus zoom, 0 fits, 1 reads from the beginning, arrows move');
    const zoom = page.locator('output[aria-label="Zoom"]');
    const before = await zoom.innerText();
    await page.keyboard.press('+');
    expect(await zoom.innerText()).not.toBe(before);
    await page.keyboard.press('-');
    expect(await zoom.innerText()).toBe(before);
    await reaches('State enteringCredentials');
    await page.keyboard.press('Enter');
    await panel().getByRole('heading', { name: 'enteringCredentials', exact: true }).waitFor();
  });

  describe.each(['light', 'dark'] as const)('%s', (theme) => {
    it('passes axe on every type of page', async () => {
      await opens(onDisk('#/'), theme);
      const places = [
        '#/',
        links.chart('sign-up'),
        links.state('withdrawal', 'creatingWithdrawal'),
        links.transition('withdrawal', atlas.charts.find(({ id }) => id === 'withdrawal')?.transitions[0]?.id ?? ''),
        links.storyboard('withdrawal'),
        links.matrix('withdrawal', 'fault', 'withdrawal/fault/creatingWithdrawal/createWithdrawal=networkError'),
        links.compare('withdrawal', 'nothing', 'now'),
        links.chart('lifecycle-withdrawal'),
        links.questions({ ask: 'reach', chart: 'withdrawal', state: 'reviewing' }),
        links.questions({ ask: 'way', chart: 'withdrawal', from: 'reviewing', to: 'accepted' }),
      ];
      const found: string[] = [];
      for (const place of places) {
        await goes(place);
        await page.locator('h1').waitFor();
        await page.locator('[role="status"]', { hasText: /Reading…|Drawing…/ }).waitFor({ state: 'detached' });
        found.push(...(await axeFindings(page, { preload: false })).map((problem) => `${place}: ${problem}`));
      }
      expect(found).toEqual([]);
    }, 180_000);
  });
});
