import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { json, openApp, problem } from './support/open-app.tsx';
import { LIST, page, queriesOf, record, records } from './support/histories.ts';

/** Servers that disagree about maintenance, as while it begins or ends: one refuses calls, another says it is open. */

const POLL_MS = 20_000;
const NEXT = { cursor: 'NTc' };
const status = (on: boolean) => () =>
  json({
    time: '2026-11-21T04:00:00Z',
    version: '0.1.0',
    available: true,
    maintenance: { on, until: null },
    demo: false,
    networks: [],
  });
/** What the page does at each of its polls. */
let polls: (() => void)[] = [];

beforeEach(() => {
  polls = [];
  const real = window.setInterval.bind(window);
  vi.spyOn(window, 'setInterval').mockImplementation(((run: () => void, ms?: number) =>
    ms === POLL_MS ? polls.push(run) : real(run, ms)) as typeof window.setInterval);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('lead the member to and fro three times, and then the next poll decides', async () => {
  let isRefused = true;
  const app = await openApp('/History/Withdrawal', {
    answers: {
      'GET /status': status(false),
      [LIST]: (request) => {
        if (new URL(request.url).searchParams.get('cursor') === null) return page([record(1)], 'NTc');
        return isRefused ? problem(503, 'maintenance') : page([record(2)]);
      },
    },
  });
  const asked = () => app.sent.filter(({ call }) => call === 'GET /status').length;
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  // It is said to be open at once, so the list is read on, and refused again.
  await waitFor(() => expect(queriesOf(app)).toEqual([{}, NEXT, NEXT, NEXT, NEXT]));
  await screen.findByText('This page checks automatically', { exact: false });
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect([queriesOf(app).length, asked()]).toEqual([5, 3]);

  isRefused = false;
  await act(async () => polls.at(-1)?.());
  await waitFor(() => expect(records().getAllByRole('listitem')).toHaveLength(2));
  expect(asked()).toBe(4);
});
