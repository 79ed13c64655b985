import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { TreeSeat } from '#src/pages/organization-chart/tree.ts';
import { chain } from '#tests/client/chart-seats.ts';
import { json, openApp } from './support/open-app.tsx';

/** What /OrganizationChart shows of a seat's two sides, read by the name of its column or term: no two are alike. */

const user = userEvent.setup({ delay: null });
const FIGURES = { leftMembers: 7, rightMembers: 11, leftVolumeUsd: '1234.5', rightVolumeUsd: '98.25' };
const WRITTEN = {
  'Members, left': '7',
  'Members, right': '11',
  'New volume, left (this month)': '1,234.50 USD',
  'New volume, right (this month)': '98.25 USD',
};

afterEach(cleanup);

const open = (view: string) => {
  const [top] = chain(1, () => 'left');
  const nodes: TreeSeat[] = [{ ...(top as TreeSeat), ...FIGURES }];
  return openApp(`/OrganizationChart${view}`, {
    answers: { 'GET /organization/tree': () => json({ volumesAt: '2026-11-21T04:00:00Z', nodes }) },
  });
};

it('the table has each side’s own figures', async () => {
  await open('?view=table');
  const name = await screen.findByRole('rowheader', { name: /Name 1/ });
  const row = name.closest('tr');
  if (row === null) throw new Error('The name is in no row');
  const columns = within(screen.getByRole('table')).getAllByRole('columnheader');
  const cells = [name, ...within(row).getAllByRole('cell')];
  expect(
    Object.fromEntries(columns.map(({ textContent }, place) => [textContent, cells[place]?.textContent])),
  ).toMatchObject(WRITTEN);
});

it('so has the panel of a seat', async () => {
  await open('');
  await user.click(await screen.findByRole('treeitem', { name: /^Name 1 / }));
  const panel = await screen.findByRole('region', { name: 'Name 1' });
  const terms = [...panel.querySelectorAll('dt')].map(
    ({ textContent, nextElementSibling }) => [textContent, nextElementSibling?.textContent] as const,
  );
  expect(Object.fromEntries(terms)).toMatchObject(WRITTEN);
});
