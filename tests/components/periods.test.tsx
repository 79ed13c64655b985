import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { example, json, openApp, type OpenedApp } from './support/open-app.tsx';
import { catchFiles } from './support/saved-files.ts';

/** Filters of a period: the choice is in the form, and in the queries of the list and of its file. */

const LIST = 'GET /histories/withdrawal';
const FILE = 'GET /histories/withdrawal/csv';
const user = userEvent.setup({ delay: null });

/** Periods with a first day, a last day, or neither. */
const PERIODS = [
  ['of one day', '2026-11-05', '2026-11-05'],
  ['that is the last day of a month', '2026-10-31', '2026-10-31'],
  ['across the end of a month', '2026-10-31', '2026-11-01'],
  ['across the end of a year', '2025-12-31', '2026-01-01'],
  ['with a leap day', '2024-02-29', '2024-03-01'],
  ['without an end', '2026-11-05', ''],
  ['without a beginning', '', '2026-11-05'],
] as const;

beforeAll(async () => {
  await Promise.all([import('#src/pages/history/history.page.tsx'), import('#src/frames/member-frame.tsx')]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const answers = {
  [LIST]: () => json({ ...(example('GET', '/histories/{kind}') as object), nextCursor: 'NTc' }),
  [FILE]: () => new Response('reference\r\nW-1\r\n', { headers: { 'content-type': 'text/csv' } }),
};

/** The days in the queries of a call so far, and where its page begins. */
const queriesOf = ({ sent }: OpenedApp, call: string) =>
  sent
    .filter((each) => each.call === call)
    .map(({ search }) => Object.fromEntries([...search].filter(([name]) => name !== 'culture' && name !== 'timeZone')));

const daysOf = (from: string, to: string) => ({ ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) });
const fields = () => ['From date', 'To date'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);

describe.each(PERIODS)('a period %s', (_, from, to) => {
  const days = daysOf(from, to);

  it('is typed, and asked for on every page and in the file', async () => {
    catchFiles();
    const app = await openApp('/History/Withdrawal', { answers });
    await user.click(await screen.findByText('Filter'));
    await screen.findByRole('button', { name: 'Show' });
    if (from !== '') await user.type(screen.getByLabelText('From date'), from);
    if (to !== '') await user.type(screen.getByLabelText('To date'), to);
    await user.click(screen.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(queriesOf(app, LIST)).toEqual([{}, days]));
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(queriesOf(app, LIST)).toEqual([{}, days, { ...days, cursor: 'NTc' }]));
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(queriesOf(app, FILE)).toEqual([days]));
    expect(fields()).toEqual([from, to]);
  });

  it('stands in the URL, and in the form after a reload', async () => {
    const app = await openApp(`/History/Withdrawal?${new URLSearchParams(days).toString()}`, { answers });
    await waitFor(() => expect(queriesOf(app, LIST)).toEqual([days]));
    await screen.findByRole('button', { name: 'Show' });
    expect(fields()).toEqual([from, to]);
  });
});

it('a period that is a press takes with it what was chosen in the form', async () => {
  const app = await openApp('/History/Withdrawal', { answers });
  await user.click(await screen.findByText('Filter'));
  await screen.findByRole('button', { name: 'Show' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'completed');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Asset' }), 'BTC');
  await user.click(screen.getByRole('button', { name: 'This year' }));
  await waitFor(() => expect(queriesOf(app, LIST)).toHaveLength(2));
  expect(queriesOf(app, LIST)[1]).toMatchObject({ status: 'completed', asset: 'BTC', from: '2026-01-01' });
});

it('these are the only calls that take a period', () => {
  const operations = Object.values(description.paths).flatMap(
    (methods) =>
      Object.values(methods) as readonly {
        readonly operationId: string;
        readonly parameters?: readonly { readonly name?: string; readonly $ref?: string }[];
      }[],
  );
  const nameOf = ({ name, $ref = '' }: { readonly name?: string; readonly $ref?: string }) =>
    name ?? $ref.split('/').at(-1) ?? '';
  const withPeriod = operations.filter(({ parameters = [] }) =>
    parameters.some((each) => /^(from|to|since|until|after|before)$/i.test(nameOf(each))),
  );
  expect(withPeriod.map(({ operationId }) => operationId)).toEqual(['listHistory', 'exportHistory']);
});
