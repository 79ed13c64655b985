import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { userEvent } from '@testing-library/user-event';
import { WORDS_SCALE } from '#src/pages/organization-chart/view.ts';
import { complete } from '#tests/client/chart-seats.ts';
import { json, openApp } from './support/open-app.tsx';

/** What a card of /OrganizationChart draws of its member. */

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/organization-chart/organization-chart.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('is the member’s initials in the material of their stage, and the volumes of both sides', async () => {
  const [first, second, ...rest] = complete(2);
  if (first === undefined || second === undefined) throw new Error('There are no seats.');
  const nodes = [
    { ...first, name: 'Mika Sato', stage: 3, leftVolumeUsd: '500', rightVolumeUsd: '125' },
    { ...second, stage: null, leftVolumeUsd: '0', rightVolumeUsd: '0' },
    ...rest,
  ];
  await openApp('/OrganizationChart', {
    answers: { 'GET /organization/tree': () => json({ volumesAt: '2026-11-21T04:00:00Z', nodes }) },
  });
  const card = async (name: RegExp) =>
    (await screen.findByRole('treeitem', { name })).parentElement as unknown as HTMLElement;
  const [mine, other] = [await card(/^Mika Sato/), await card(/^Name 2 /)];
  const widths = (of: HTMLElement) =>
    [...of.querySelectorAll('[data-volumes] rect')].slice(1, 3).map((bar) => bar.getAttribute('width'));
  expect(within(mine).getByText('MS')).toBeDefined();
  expect(mine.querySelector('circle[data-stage]')?.getAttribute('data-stage')).toBe('3');
  expect(other.querySelector('circle[data-stage]')).toBeNull();
  // The stronger side has all of its half, the other one a quarter; where there is nothing, nothing is drawn.
  expect([widths(mine), widths(other)]).toEqual([['68', '17'], []]);
});

it('has its name alone, in letters of 12 px, where it is drawn small', async () => {
  const [first, ...rest] = complete(2);
  if (first === undefined) throw new Error('There are no seats.');
  const nodes = [{ ...first, name: 'Alexandra Kobayashi' }, ...rest];
  await openApp('/OrganizationChart', {
    answers: { 'GET /organization/tree': () => json({ volumesAt: '2026-11-21T04:00:00Z', nodes }) },
  });
  const mine = await screen.findByRole('treeitem', { name: /^Alexandra/ });
  const texts = () => [...(mine.parentElement?.querySelectorAll('text') ?? [])];
  const scale = () =>
    Number(/scale\((\S+)\)/.exec(screen.getByRole('tree').querySelector('g')?.getAttribute('transform') ?? '')?.[1]);
  expect(texts().map(({ textContent }) => textContent)).toEqual(['AK', 'Alexandra', 'Kobayashi', 'L 0 · R 0']);
  await userEvent.click(screen.getByRole('button', { name: 'Zoom out' }));
  expect(scale()).toBeLessThan(WORDS_SCALE);
  // A name that needs both lines has nothing below it; others have the members of both sides.
  expect(texts().map(({ textContent }) => textContent)).toEqual(['Alexandra', 'Kobayashi']);
  for (const text of texts()) expect(Number(text.getAttribute('font-size')) * scale()).toBeCloseTo(12);
  const other = screen.getByRole('treeitem', { name: /^Name 2 / }).parentElement;
  expect([...(other?.querySelectorAll('text') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Name 2',
    'L 0 · R 0',
  ]);
});
