/**
 * How soon each page behind sign-in is there when it is loaded cold on a phone: Lighthouse's mobile run, simulated, on
 * the demonstration club (budgets: LCP 1.5 s, TBT 100 ms, CLS 0.01). The reference is a bare page in the same run, so
 * that a busy machine affects both. Lighthouse is fetched for the run: it brings more packages than all else together,
 * and nothing that is built or tested needs it.
 *
 *   npm run bench -- pages             every page
 *   PAGES=/,/Wallet RUNS=1 npm run bench -- pages
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '#fixtures/browser/find-browsers.mjs';
import { FLAGS } from '#fixtures/browser/chromium.ts';
import { openClub } from '#fixtures/club/club.ts';
import { fillDemoClub } from '#server/entry/demo/fill.ts';
import { DEMO_PASSWORD } from '#server/entry/demo/sign-ins.ts';
import { ensureBuilt } from '#server/entry/launch/built.mjs';
import { ROUTES } from '#tests/client/source-routes.ts';
import { freePort } from '#tests/provision/free-port.mjs';
import { median } from './input-to-paint.ts';
import { placeOf, whatIsAt } from './page-places.ts';
import { report } from './report.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = Number(process.env['RUNS'] ?? 3);
const BUDGETS = { lcp: 1_500, tbt: 100, cls: 0.01 };
/** The least status by which a call is refused. */
const REFUSED = 400;

interface Figures {
  /** Of 100. */
  readonly score: number;
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  /** Of scripts: how many were asked for, and their kilobytes on the wire. */
  readonly scripts: number;
  readonly kilobytes: number;
}

/** The part of Lighthouse's report that is read. */
interface Report {
  readonly finalDisplayedUrl: string;
  readonly categories: { readonly performance: { readonly score: number } };
  readonly audits: Readonly<Record<string, { readonly numericValue?: number; readonly details?: unknown }>>;
}

interface Asked {
  readonly url?: string;
  readonly statusCode?: number;
  readonly resourceType?: string;
  readonly transferSize?: number;
}

/** @throws Error if Lighthouse came to another page, or a call was refused: an error would count as a fast page */
function figuresOf(url: string, { finalDisplayedUrl, categories, audits }: Report): Figures {
  const value = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
  const { items = [] } = (audits['network-requests']?.details ?? {}) as { readonly items?: readonly Asked[] };
  if (finalDisplayedUrl !== url) throw new Error(`${url} leads to ${finalDisplayedUrl}`);
  const refused = items.find(({ statusCode = 0 }) => statusCode >= REFUSED);
  if (refused !== undefined) throw new Error(`${url}: ${refused.url} was answered with ${refused.statusCode}`);
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script');
  return {
    score: Math.round(categories.performance.score * 100),
    fcp: value('first-contentful-paint'),
    // A page whose paint was not seen has none.
    lcp: value('largest-contentful-paint') || Number.NaN,
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    scripts: scripts.length,
    kilobytes: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1024,
  };
}

/** @throws Error with what Lighthouse printed, if it could not measure */
async function lighthouse(url: string, port: number): Promise<Figures> {
  const flags = ['--only-categories=performance', '--form-factor=mobile', '--throttling-method=simulate'];
  const output = ['--disable-storage-reset', '--output=json', '--output-path=stdout', '--quiet'];
  const child = spawn('npx', ['--yes', LIGHTHOUSE, url, `--port=${port}`, ...flags, ...output]);
  let [printed, failed] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (printed += data.toString()));
  child.stderr.on('data', (data: Buffer) => (failed += data.toString()));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`${url}: ${failed}`);
  return figuresOf(url, JSON.parse(printed) as Report);
}

/** @param forget makes the browser forget what it has kept of pages, so that each run is a cold one */
async function medians(url: string, port: number, forget: () => Promise<void>): Promise<Figures> {
  const runs: Figures[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await forget();
    runs.push(await lighthouse(url, port));
  }
  const of = (name: keyof Figures): number => median(runs.map((each) => each[name]));
  return {
    score: of('score'),
    fcp: of('fcp'),
    lcp: of('lcp'),
    tbt: of('tbt'),
    cls: of('cls'),
    scripts: of('scripts'),
    kilobytes: of('kilobytes'),
  };
}

const line = (name: string, { score, fcp, lcp, tbt, cls, scripts, kilobytes }: Figures, bare: Figures | null): string =>
  [
    name.padEnd(24),
    String(score).padStart(4),
    `FCP ${fcp.toFixed(0).padStart(5)}`,
    `LCP ${lcp.toFixed(0).padStart(5)} ms`,
    `TBT ${tbt.toFixed(0).padStart(4)} ms`,
    `CLS ${cls.toFixed(3)}`,
    `${String(scripts).padStart(2)} scripts, ${kilobytes.toFixed(0)} KB`,
    ...(bare === null ? [] : [`LCP ${(lcp / bare.lcp).toFixed(2)} × the bare page`]),
  ].join('  ');

const LEADS_ON = 'leads on to ';

/** The figures of a route's page, or why it has none. */
async function pageAt(
  page: Page,
  route: string,
  measured: (url: string) => Promise<Figures>,
): Promise<Figures | string> {
  const { origin } = club;
  const place = await placeOf(page, origin, route);
  if (place === null) return 'the demo club has no such page';
  const found = await whatIsAt(page, origin + place);
  // One tab at a time: another one would answer for the session.
  await page.goto('about:blank');
  if (found.kind === 'leads on') return `${LEADS_ON}${found.to}`;
  if (found.kind === 'error') return found.why;
  return measured(origin + place).then(
    (figures) => (Number.isNaN(figures.lcp) ? 'LCP was not measured' : figures),
    (error: unknown) => (error as Error).message,
  );
}

await ensureBuilt();
const bareServer = createServer((_, response) =>
  response
    .setHeader('content-type', 'text/html')
    .end('<!doctype html><meta name="viewport" content="width=device-width"><title>Wallet</title><h1>Wallet</h1>'),
);
await new Promise<void>((resolve) => bareServer.listen(0, 'localhost', resolve));
const club = await openClub({ demo: true }, fillDemoClub);
const profile = mkdtempSync(join(tmpdir(), 'perch-pages-'));
const port = await freePort();
const context = await chromium.launchPersistentContext(profile, {
  executablePath: await findChromium(process.cwd()),
  args: [...FLAGS, `--remote-debugging-port=${port}`],
});
try {
  const page = await context.newPage();
  await page.goto(`${club.origin}/Signin`);
  await page.locator('[data-flow][data-live]').waitFor();
  await page.locator('input[name="username"]').fill('demo');
  await page.locator('input[name="password"]').fill(DEMO_PASSWORD);
  await page.locator('input[name="keepSignedIn"]').check();
  await page.locator('[data-event="SUBMIT_FORM"]').click();
  await page.waitForURL(`${club.origin}/`);
  await page.goto('about:blank');

  const devTools = await context.newCDPSession(page);
  // All but the session: Lighthouse would end that, too.
  const forget = async () => {
    await devTools.send('Network.clearBrowserCache');
    const storageTypes = 'service_workers,cache_storage';
    await devTools.send('Storage.clearDataForOrigin', { origin: club.origin, storageTypes });
  };
  const bare = await medians(`http://localhost:${(bareServer.address() as AddressInfo).port}/`, port, forget);
  console.log(`medians of ${RUNS}, Lighthouse's mobile run, simulated`);
  console.log(line('bare page', bare, null));
  const wanted = process.env['PAGES']?.split(',');
  const members = ROUTES.filter(({ guard, leadsTo }) => guard === 'member' && leadsTo === undefined);
  const [broken, failed]: [string[], string[]] = [[], []];
  for (const path of wanted ?? members.map((route) => route.path)) {
    const found = await pageAt(page, path, (url) => medians(url, port, forget));
    if (typeof found === 'string') {
      console.log(`${path.padEnd(24)}  ${found}`);
      if (!found.startsWith(LEADS_ON)) failed.push(path);
      continue;
    }
    console.log(line(path, found, bare));
    const reference = { name: 'LCP of a bare page', value: bare.lcp };
    const { lcp, tbt, cls } = BUDGETS;
    const kept = [
      report({ work: `LCP of ${path}`, group: 'LCP of a page', value: found.lcp, unit: 'ms', reference, budget: lcp }),
      report({ work: `TBT of ${path}`, group: 'TBT of a page', value: found.tbt, unit: 'ms', budget: tbt }),
      report({ work: `CLS of ${path}`, group: 'CLS of a page', value: found.cls, unit: 'shift', budget: cls }),
    ];
    if (!kept.every(Boolean)) broken.push(path);
  }
  const budgets = `budgets LCP ${BUDGETS.lcp} ms, TBT ${BUDGETS.tbt} ms, CLS ${BUDGETS.cls}`;
  console.log(`${budgets}: ${broken.length === 0 ? 'kept' : `BROKEN on ${broken.join(', ')}`}`);
  if (failed.length > 0) console.log(`not measured: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  await context.close();
  await club.close();
  bareServer.close();
  rmSync(profile, { recursive: true, force: true });
}
