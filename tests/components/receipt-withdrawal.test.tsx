import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { axeFindings } from './support/axe.ts';
import { teachDialogs } from './support/dialogs.ts';
import { json, NOW, openApp, problem, type Answers } from './support/open-app.tsx';
import { catchFiles, textOf } from './support/saved-files.ts';
import {
  ADDRESS,
  at,
  CANCEL,
  details,
  fact,
  ID,
  openReceipt,
  READ,
  SEEN,
  WITHDRAWAL,
  withdrawal,
  shownStatus,
} from './support/receipts.ts';
import { saying } from './support/saying.ts';

/**
 * The receipt of a withdrawal: its progress to the payout, canceling it, and the message of the flow that led there.
 */

const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/receipt/receipt.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
beforeEach(teachDialogs);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a refused withdrawal', () => {
  it.each([
    ['notRequested', 'You told us that you didn’t request it.'],
    [null, 'The reason wasn’t recorded. Contact support to learn it.'],
  ])('says why, where the money is and whom to ask: %s', async (refusal, told) => {
    await openReceipt(
      withdrawal(
        { status: 'notApproved' },
        { refusal, cancellable: false, timeline: [...details.timeline, { status: 'notApproved', at: at(0) }] },
      ),
    );
    await screen.findByText(told);
    expect(screen.getByText(/is back in your wallet, and nothing was paid out/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Contact support' })).toBeDefined();
    expect(await axeFindings()).toEqual([]);
  });
});

describe('the progress of a withdrawal', () => {
  it('never shows what has happened as yet to come, even if the device’s clock is behind', async () => {
    const moment = new Date(NOW + 1_400).toISOString();
    await openReceipt(
      withdrawal(
        { status: 'cancel' },
        { cancellable: false, timeline: [...details.timeline, { status: 'cancel', at: moment }] },
      ),
    );
    const [, step] = within(await screen.findByRole('list', { name: 'Progress' })).getAllByRole('listitem');
    expect(step?.textContent).toMatch(/\(just now\)$/);
  });

  it('shows what happened, what is to come and when, and the destination', async () => {
    await openReceipt(withdrawal());
    const panel = within(await screen.findByRole('region', { name: 'Destination and progress' }));
    const steps = within(panel.getByRole('list'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(steps[0]).toMatch(/^In process2026-11-21 .*\(1 hour ago\)$/);
    expect(steps[1]).toBe('Approved (still to come)');
    expect(steps[2]).toMatch(/^Completed \(expected\)2026-12-01 .*\(in 10 days\)$/);
    expect(steps.slice(3)).toEqual(['Closed (still to come)']);
    expect(panel.getByRole('listitem', { current: 'step' }).textContent).toBe(steps[0]);
    // The ring: 239 of the 240 hours are left.
    const hour = 3_600_000;
    expect(document.querySelector('.ring-passed')?.getAttribute('stroke-dasharray')).toBe(
      `${239 * hour} ${240 * hour}`,
    );
    expect(panel.getByText('Ethereum (development chain)')).toBeDefined();
    expect(panel.getByText('Cold wallet')).toBeDefined();
    expect(panel.getByRole('button', { name: 'Copy: Address' })).toBeDefined();
    expect(panel.getByText(/You can cancel it while it’s in process/)).toBeDefined();
  });

  it.each([
    ['the server says so', {}, { overdue: true }],
    ['its moment has passed', {}, { completesAt: at(-2) }],
  ])('is overdue if %s, and names whom to ask', async (_, rest, of) => {
    await openReceipt(withdrawal(rest, of));
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('This withdrawal is overdue')).toBeDefined();
    expect(alert.getByText(saying(/Contact support with reference W-7K2M-9QXD/))).toBeDefined();
    expect(alert.getByText(new RegExp(SUPPORT_EMAIL.replaceAll('.', '\\.')))).toBeDefined();
    expect(screen.queryByText('Completed (expected)')).toBeNull();
    expect(await axeFindings()).toEqual([]);
  });

  it('that has ended waits for nothing more', async () => {
    await openReceipt(
      withdrawal(
        { status: 'cancel' },
        { cancellable: false, completesAt: at(-2), timeline: [...details.timeline, { status: 'cancel', at: at(0) }] },
      ),
    );
    await screen.findByRole('region', { name: 'Destination and progress' });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(/\(expected\)$/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save to calendar' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull();
  });

  it('can be put into a calendar', async () => {
    const saved = catchFiles();
    await openReceipt(withdrawal());
    await user.click(await screen.findByRole('button', { name: 'Save to calendar' }));
    expect(saved.map(({ name }) => name)).toEqual(['perch-W-7K2M-9QXD.ics']);
    const file = (await textOf(saved[0])).replaceAll('\r\n ', '');
    expect(file).toContain('DTSTART:20261201T030000Z\r\n');
    expect(file).toContain(`UID:${WITHDRAWAL}@perch\r\n`);
    expect(file).toContain(`Address: ${ADDRESS}.`);
    expect(file).toContain(`URL:${window.location.origin}/Receipt/${ID}\r\n`);
  });
});

describe('the message of the flow that led here', () => {
  const arrive = (receipt: object, answers: Answers = {}) =>
    openApp(`/receipt/${ID}`, {
      answers: { [READ]: () => json(receipt), ...answers },
      state: { notice: 'withdrawalAccepted' },
    });

  it('says first what is still to come, once, and disappears with its status', async () => {
    const cancelled = withdrawal({ status: 'cancel' }, { cancellable: false });
    await arrive(withdrawal(), { [CANCEL]: () => json(cancelled) });
    const requested = await screen.findByText(saying(/^Expected payout: .+\.$/));
    expect(requested.textContent).toMatch(
      new RegExp(`^Expected payout: ${fact('Amount you receive')} on 2026-1[12]-\\d\\d\\.$`),
    );
    expect(screen.getAllByText('Withdrawal requested.')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Cancel withdrawal' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel withdrawal' }));
    await screen.findByText(/^You canceled this withdrawal\./);
    expect(screen.queryByText('Withdrawal requested.')).toBeNull();
  });
});

describe('cancelling', () => {
  const cancelled = withdrawal(
    { status: 'cancel' },
    { cancellable: false, timeline: [...details.timeline, { status: 'cancel', at: at(0) }] },
  );

  it('requires confirmation, and repeats a lost call under the same key', async () => {
    let lost = true;
    const { sent } = await openReceipt(withdrawal(), {
      [CANCEL]: () => {
        if (!lost) return json(cancelled);
        lost = false;
        throw new TypeError('no network');
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Cancel this withdrawal?' }));
    expect(dialog.getByText(/^400.00 USDT goes back to your balance right away/)).toBeDefined();
    expect(sent.some(({ call }) => call === CANCEL)).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Cancel withdrawal' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Can’t reach the server');
    await user.click(dialog.getByRole('button', { name: 'Cancel withdrawal' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByText('Withdrawal canceled.');
    expect(shownStatus()).toBe('Canceled');
    expect(screen.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull();
    expect(sent.filter(({ call }) => call === CANCEL).map(({ key }) => key)).toEqual([
      `cancel-${WITHDRAWAL}`,
      `cancel-${WITHDRAWAL}`,
    ]);
  });

  it('too late shows how it was decided', async () => {
    let current = withdrawal();
    let reads = 0;
    await openReceipt(current, {
      [READ]: () => {
        reads += 1;
        return json(current);
      },
      [CANCEL]: () => {
        current = withdrawal({ status: 'approved' }, { cancellable: false });
        return problem(409, 'not_cancellable');
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Cancel withdrawal' }));
    await dialog.findByText('This can no longer be canceled');
    const before = reads;
    await user.click(dialog.getByRole('button', { name: 'Keep withdrawal' }));
    // At once, and not when the page reads again by itself.
    expect(reads).toBe(before + 1);
    await screen.findByText('It can no longer be canceled.');
    expect(shownStatus()).toBe('Approved');
  });
});

describe('a withdrawal that was paid out', () => {
  it('shows its transaction, and is done once the member confirms it', async () => {
    const transactionId = `0x${'ab'.repeat(32)}`;
    const paid = withdrawal({ status: 'completed' }, { cancellable: false, transactionId });
    const { sent } = await openReceipt(paid, { [SEEN]: () => json({ ...paid, status: 'done' }) });
    await user.click(await screen.findByRole('button', { name: 'Mark as received' }));
    await waitFor(() => expect(shownStatus()).toBe('Closed'));
    expect(screen.queryByRole('button', { name: 'Mark as received' })).toBeNull();
    expect(fact('Transaction ID')?.replace(/[^0-9a-fx]/g, '')).toContain(transactionId);
    expect(sent.find(({ call }) => call === SEEN)?.key).toBe(`seen-${WITHDRAWAL}`);
  });
});
