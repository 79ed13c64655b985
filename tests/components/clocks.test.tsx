import { act, cleanup, render, screen } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Problem } from '#machines/chart/problem.ts';
import { expiredProblem } from '#machines/confirmation/confirmation.rules.ts';
import { sampleProblem } from '#machines/chart/samples.ts';
import { saidOf, useDraft } from '#src/flows/confirmation/use-draft.ts';
import { AttentionPanel } from '#src/pages/dashboard/attention-panel.tsx';
import { PendingPanel } from '#src/pages/wallet/pending-panel.tsx';
import { createReadings } from '#src/services/readings.ts';
import { ServicesContext, type Services } from '#src/services/services.ts';
import { Countdown } from '#src/ui/countdown.tsx';
import { NOW } from './support/open-app.tsx';
import { renderWithTexts } from './support/with-texts.tsx';
import { saying } from './support/saying.ts';

/**
 * What a part shows depending on the time while it is on the screen: before, at and after each time that it is about,
 * and with several of them.
 */

const MINUTE = 60_000;
const at = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString();
type Pending = ComponentProps<typeof PendingPanel>['pending'][number];
const pending = (reference: string, dueAt: string | null): Pending => ({
  receiptId: reference,
  reference,
  kind: 'withdrawal',
  status: 'inProcess',
  asset: 'USDT',
  amount: '400',
  dueAt,
});
/** Not in the order in which they are due, and one of them without a known time. */
const several = [
  pending('W-LAST', at(30)),
  pending('W-FIRST', at(10)),
  pending('D-SOME-TIME', null),
  pending('W-SECOND', at(20)),
];

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function show(content: ReactNode): Promise<void> {
  const services = {
    now: () => Date.now(),
    serverNow: () => Date.now(),
    readings: createReadings(Date.now),
  } as unknown as Services;
  await renderWithTexts(<ServicesContext.Provider value={services}>{content}</ServicesContext.Provider>, 'en-US', [
    'wallet',
    'dashboard',
    'money',
  ]);
}
/** Lets time pass up to a point, in milliseconds from the beginning. */
const until = (ms: number) => act(() => vi.advanceTimersByTimeAsync(NOW + ms - Date.now()));

/** From the beginning, a second before, at and a minute after each time: how many of the three are over. */
const STEPS = [
  [0, 0],
  [10 * MINUTE - 1_000, 0],
  [10 * MINUTE, 1],
  [11 * MINUTE, 1],
  [20 * MINUTE - 1_000, 1],
  [20 * MINUTE, 2],
  [21 * MINUTE, 2],
  [30 * MINUTE - 1_000, 2],
  [30 * MINUTE, 3],
  [90 * MINUTE, 3],
] as const;
const IN_ORDER = ['W-FIRST', 'W-SECOND', 'W-LAST'];

describe('of several that are due', () => {
  it('each becomes overdue at its own time in the list', async () => {
    await show(<PendingPanel pending={several} awaited={[]} />);
    for (const [ms, over] of STEPS) {
      await until(ms);
      const overdue = screen.getAllByRole('listitem').filter((line) => line.textContent.includes('Overdue since'));
      expect(
        overdue.map((line) => IN_ORDER.find((each) => line.querySelector(`a[href$="/${each}"]`) !== null)).toSorted(),
        String(ms),
      ).toEqual(IN_ORDER.slice(0, over).toSorted());
      expect(screen.queryAllByText(saying(/^Due 2026-11-21 \(in \d+ (minutes?|seconds?)\)$/)), String(ms)).toHaveLength(
        3 - over,
      );
    }
  });

  it('the dashboard counts those that are overdue at the same times', async () => {
    const wallet = { state: 'ready', value: { pending: several, held: [] } } as unknown as ComponentProps<
      typeof AttentionPanel
    >['wallet'];
    const stakes = { state: 'ready', value: { items: [] } } as unknown as ComponentProps<
      typeof AttentionPanel
    >['stakes'];
    await show(<AttentionPanel emailVerified twoFactorEnabled heldUntil={null} wallet={wallet} stakes={stakes} />);
    const words = ['', '1 withdrawal is overdue', '2 withdrawals are overdue', '3 withdrawals are overdue'];
    for (const [ms, over] of STEPS) {
      await until(ms);
      expect(screen.queryByText(/overdue/)?.textContent ?? '', String(ms)).toBe(words[over]);
    }
  });
});

describe('a countdown', () => {
  it('counts every second to its end, stops there, and starts over with another end', async () => {
    const now = () => Date.now();
    await show(<Countdown label="Price" until={NOW + 2 * MINUTE} now={now} />);
    const told = () => screen.getByRole('timer').textContent;
    expect(told()).toContain('2:00');
    await until(61_000);
    expect(told()).toContain('0:59');
    await until(2 * MINUTE - 1_000);
    expect(told()).toContain('0:01');
    await until(2 * MINUTE);
    expect(told()).not.toMatch(/\b0:0\d\b/);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the end of a countdown', () => {
  const now = () => Date.now();
  const said = () => screen.getByRole('status').textContent.replace(/ \d\d:\d\d:\d\d\)$/, '');

  it.each([
    [300, 60, 'Time left: 1:00 (until'],
    [180, 60, 'Time left: 1:00 (until'],
    [61, 60, 'Time left: 1:00 (until'],
    [60, 10, 'Time left: 0:10 (until'],
    [30, 10, 'Time left: 0:10 (until'],
  ])('after %i seconds is said once, before it comes', async (seconds, left, words) => {
    await show(<Countdown label="Time left" until={NOW + seconds * 1_000} now={now} />);
    const heard: [left: number, words: string][] = [];
    for (let second = 0; second <= seconds; second += 1) {
      await until(second * 1_000);
      if (said() !== (heard.at(-1)?.[1] ?? '')) heard.push([seconds - second, said()]);
    }
    expect(heard).toEqual([
      [left, words],
      [expect.any(Number), ''],
    ]);
  });

  it('is said of a second end too', async () => {
    function Twice() {
      const [end, setEnd] = useState(NOW + 30_000);
      return (
        <>
          <Countdown label="Time left" until={end} now={now} />
          <button onClick={() => setEnd(NOW + 325_000)}>Again</button>
        </>
      );
    }
    await show(<Twice />);
    await until(25_000);
    expect(said()).toBe('Time left: 0:10 (until');
    act(() => screen.getByText('Again').click());
    await until(26_000);
    expect(said()).toBe('');
    await until(270_000);
    expect(said()).toBe('Time left: 1:00 (until');
  });
});

it('every part that depends on the time is known', () => {
  const users = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && /\buseNow\(|<Countdown\s/.test(readFileSync(`src/${name}`, 'utf8')),
  );
  expect(users.toSorted()).toEqual([
    // Each has its own test of what happens to a wait: problems, quotes, codes, rates, withdrawals.
    'flow/problem-alert.tsx',
    'flows/confirmation/rest.tsx',
    'flows/confirmation/review-end.tsx',
    'flows/exchange/screens/quote.tsx',
    'flows/withdrawal/screens/compare.tsx',
    'pages/dashboard/attention-panel.tsx',
    'pages/rates/rate-lists.tsx',
    'pages/receipt/withdrawal-panel.tsx',
    'pages/wallet/pending-panel.tsx',
    'ui/countdown.tsx',
    'ui/mail-code.tsx',
    'ui/use-now.ts',
  ]);
});

/** A flow with its draft, and after that with the refusal of it: what its screen says is the cause. */
function Draft({
  open,
  problem,
}: {
  readonly open: { readonly lifetime: number } | null;
  readonly problem: Problem | null;
}) {
  const { ranOut } = useDraft({ snapshot: { context: { open, problem } }, now: Date.now });
  return <p data-testid="said">{problem === null ? 'nothing' : saidOf(problem, ranOut).code}</p>;
}

describe('a draft that the server takes no more', () => {
  const open = { lifetime: 30_000 };
  it.each([
    [29_999, expiredProblem, 'draft_expired'],
    [30_000, expiredProblem, 'time_over'],
    [60_000, expiredProblem, 'time_over'],
    [60_000, sampleProblem('insufficient_balance'), 'insufficient_balance'],
  ] as const)('after %d ms of 30 s, as %o, is said to be %s', async (ms, problem, said) => {
    const { rerender } = render(<Draft open={open} problem={null} />);
    await until(ms);
    rerender(<Draft open={null} problem={problem} />);
    expect(screen.getByTestId('said').textContent).toBe(said);
    await until(ms + MINUTE);
    rerender(<Draft open={null} problem={problem} />);
    expect(screen.getByTestId('said').textContent).toBe(said);
  });

  it('is said to be over by the time of the newest', async () => {
    const { rerender } = render(<Draft open={open} problem={null} />);
    await until(30_000);
    rerender(<Draft open={{ lifetime: 30_000 }} problem={null} />);
    await until(40_000);
    rerender(<Draft open={null} problem={expiredProblem} />);
    expect(screen.getByTestId('said').textContent).toBe('draft_expired');
  });
});
