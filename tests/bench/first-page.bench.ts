/**
 * How soon /Signin is shown on a phone: Slow 4G and a four times slower processor, simulated by the browser. The
 * reference is a bare page with the same words from the same server in the same run, so that a busy machine affects
 * both.
 *
 *   npm run bench -- first-page
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { ensureBuilt } from '#server/entry/launch/built.mjs';
import { openClub } from '#fixtures/club/club.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { report } from './report.ts';

const RUNS = 7;
/** Lighthouse's Slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const SLOW_4G = {
  offline: false,
  downloadThroughput: (1_600 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
  latency: 150,
};
const CPU_SLOWDOWN = 4;
/** A longer task delays a press; the excess counts as blocking time. */
const LONG_TASK_MS = 50;
const SETTLED_MS = 2_500;

interface Figures {
  readonly fcp: number;
  readonly lcp: number;
  readonly cls: number;
  readonly tbt: number;
}

async function measure(browser: Browser, url: string): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', SLOW_4G);
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(() => {
    const seen = { lcp: 0, cls: 0, tasks: [] as number[] };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (seen.lcp = entry.startTime))).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => (seen.cls += (entry as unknown as { value: number }).value)),
    ).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => seen.tasks.push(entry.duration))).observe({
      type: 'longtask',
      buffered: true,
    });
  });
  const response = await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(SETTLED_MS);
  // An error would count as a fast page.
  const alerts = await page.locator('main [role="alert"]').count();
  if (response?.status() !== 200 || page.url() !== url || alerts > 0)
    throw new Error(`${url} shows another page, or an error`);
  const figures = await page.evaluate((long) => {
    const { lcp, cls, tasks } = (window as unknown as { seen: { lcp: number; cls: number; tasks: number[] } }).seen;
    const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return { fcp, lcp, cls, tbt: tasks.reduce((sum, duration) => sum + Math.max(0, duration - long), 0) };
  }, LONG_TASK_MS);
  await context.close();
  if (figures.lcp === 0) throw new Error(`${url}: LCP was not measured`);
  return figures;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function medians(browser: Browser, url: string): Promise<Figures> {
  const runs: Figures[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure(browser, url));
  const of = (name: keyof Figures): number => median(runs.map((each) => each[name]));
  return { fcp: of('fcp'), lcp: of('lcp'), cls: of('cls'), tbt: of('tbt') };
}

await ensureBuilt();
const bare = createServer((_, response) =>
  response
    .setHeader('content-type', 'text/html')
    .end('<!doctype html><title>Sign in</title><h1>Sign in</h1><p>Welcome back to your wallet.</p>'),
);
await new Promise<void>((resolve) => bare.listen(0, 'localhost', resolve));
const club = await openClub();
const browser = await launchChromium();
const reference = await medians(browser, `http://localhost:${(bare.address() as AddressInfo).port}/`);
const page = await medians(browser, `${club.origin}/Signin`);
await browser.close();
await club.close();
bare.close();

const bareLcp = { name: 'LCP of a bare page', value: reference.lcp };
report({ work: 'LCP of /Signin', value: page.lcp, unit: 'ms', reference: bareLcp, budget: 850 });
report({ work: 'TBT of /Signin', value: page.tbt, unit: 'ms', budget: 50 });
report({ work: 'CLS of /Signin', value: page.cls, unit: 'shift', budget: 0 });

const line = (name: string, { fcp, lcp, cls, tbt }: Figures): string =>
  `${name.padEnd(12)} FCP ${fcp.toFixed(0)} ms, LCP ${lcp.toFixed(0)} ms, CLS ${cls.toFixed(3)}, TBT ${tbt.toFixed(0)} ms`;
console.log(`medians of ${RUNS}, Slow 4G and ${CPU_SLOWDOWN} × CPU applied`);
console.log(line('bare page', reference));
console.log(line('/Signin', page));
console.log(
  `ratio of LCP to the bare page: ${(page.lcp / reference.lcp).toFixed(2)}; budgets: LCP 850 ms, TBT 50 ms, CLS 0`,
);
