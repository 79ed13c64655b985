import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { example, json, openApp, problem } from './support/open-app.tsx';
import { LIST, page, queriesOf, record, records } from './support/histories.ts';

/** Maintenance that is over, or about which servers disagree, as while it begins: one refuses, another is open. */

const POLL_MS = 20_000;
const NEXT = { cursor: 'NTc' };
const open = { ...(example('GET', '/status') as object), maintenance: { on: false, until: null } };
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

it('about which servers disagree leads the member to and fro three times, and then the next poll decides', async () => {
  let isRefused = true;
  const app = await openApp('/History/Withdrawal', {
    answers: {
      'GET /status': () => json(open),
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

it('that is over has everything shown read again', async () => {
  const app = await openApp('/History/Withdrawal', {
    answers: {
      [LIST]: (request) =>
        new URL(request.url).searchParams.get('cursor') === null ? page([record(1)], 'NTc') : page([record(2)]),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(records().getAllByRole('listitem')).toHaveLength(2));
  await act(async () => app.services.club.tell('open'));
  await waitFor(() => expect(queriesOf(app)).toEqual([{}, NEXT, {}, NEXT]));
});
