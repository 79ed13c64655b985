import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#tests/provision/chromium.ts';
import { backCell, doublePressCell, reloadCell } from '#tests/walk/browser-cells.ts';
import { flows, graphOf, matricesFor } from '#tests/walk/flows.ts';
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

// The session has no page of its own to load again or to go back on; its cells are walked on the machine and the routes, as are
// those of the account flows.
const withPages = flows.filter(({ machine }) => ['sign-in', 'challenge', 'sign-out', 'two-factor'].includes(machine.id));

describe.each(withPages)('$machine.id', (cases) => {
  const graph = graphOf(cases);
  const { reload, back, doublePress } = matricesFor(cases);
  const options = () => ({ browser, club, culture: 'en-US' }) as const;
  const own = doublePress.filter(({ event }) => cases.world?.includes(event) !== true);

  it.each(reload.map((cell) => [cell.id, cell] as const))('%s', async (_, cell) => expect(await reloadCell(graph, cell, options())).toBeNull());
  it.each(back.map((cell) => [cell.id, cell] as const))('%s', async (_, cell) => expect(await backCell(graph, cell, options())).toBeNull());
  it.each(own.map((cell) => [cell.id, cell] as const))('%s', async (_, cell) => expect(await doublePressCell(graph, cell, options())).toBeNull());
});
