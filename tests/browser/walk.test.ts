import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { plan } from '#machines/graph/plan.ts';
import { launchChromium } from '#tests/provision/chromium.ts';
import { walkBrowser } from '#tests/walk/browser-driver.ts';
import { flows, graphOf } from '#tests/walk/flows.ts';
import { cultures } from '#tests/walk/report.ts';
import { openClub, type Club } from './support/club.ts';

let browser: Browser;
let club: Club;

beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub();
});
afterAll(async () => {
  await browser.close();
  await club.close();
});

const walked = flows;

describe.each(walked)('$machine.id', (cases) => {
  // The languages take turns, so that every flow is seen in all of them.
  const paths = plan(graphOf(cases)).map((path, index) => ({ ...path, culture: cultures[index % cultures.length] ?? 'en-US' }));

  it.each(paths)('walks $id in the browser ($culture)', async ({ culture, ...path }) => {
    expect(await walkBrowser(path, { browser, club, culture })).toBeNull();
  });
});
