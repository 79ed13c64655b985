import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { RecoveryCodesScreen } from '#src/flows/two-factor/screens/recovery-codes.tsx';
import { example, json, openApp } from './support/open-app.tsx';
import { catchFiles, textOf } from './support/saved-files.ts';
import { renderWithTexts } from './support/with-texts.tsx';

/** What the app itself writes into files: exactly the figures of the reply, all of which are different. */

const ID = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';
const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const receipt = example('GET', '/receipts/{id}') as object;
const [stake] = (example('GET', '/stakes') as { readonly items: [object] }).items;
const payout = {
  id: '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a10',
  network: 'ethereum',
  development: false,
  address: ADDRESS,
  addressLabel: 'Cold wallet',
  completesAt: '2026-12-01T05:06:07Z',
  overdue: false,
  cancellable: true,
  transactionId: null,
  timeline: [],
  refusal: null,
};
const withdrawal = (rest: object = {}) => ({
  ...receipt,
  at: '2026-11-21T03:00:00Z',
  amount: '-412.5',
  fee: '41.25',
  net: '371.25',
  withdrawal: payout,
  ...rest,
});
const running = (rest: object) => ({
  ...receipt,
  kind: 'purchase',
  status: null,
  fee: null,
  net: null,
  amount: '-5000',
  stake: {
    ...stake,
    id: 'stake-1',
    state: 'running',
    stage: 3,
    daysLeft: 41,
    startedAt: '2025-12-20T04:00:00Z',
    endsAt: '2027-01-01T02:03:04Z',
    accruedMp: '77.5',
    amountUsd: '6101.5',
    ...rest,
  },
});

const due = (amount: string) =>
  `You receive: ${amount}. Network: Ethereum. Address: ${ADDRESS}. If it’s late\\, contact ${SUPPORT_EMAIL}.`;
const lifted = (amount: string) =>
  `Staked: ${amount}. From then on you can restake it or return it to your wallet. If it’s late\\, contact ${SUPPORT_EMAIL}.`;

const entries: readonly (readonly [string, object, Readonly<Record<string, string>>])[] = [
  [
    'a withdrawal, net of its fee',
    withdrawal(),
    {
      DTSTART: '20261201T050607Z',
      SUMMARY: 'Perch: withdrawal W-7K2M-9QXD is due',
      DESCRIPTION: due('371.25 USDT'),
      UID: `${payout.id}@perch`,
    },
  ],
  [
    'one of which no net is told',
    withdrawal({ fee: null, net: null }),
    {
      DTSTART: '20261201T050607Z',
      SUMMARY: 'Perch: withdrawal W-7K2M-9QXD is due',
      DESCRIPTION: due('412.50 USDT'),
      UID: `${payout.id}@perch`,
    },
  ],
  [
    'a stake of USDT',
    running({ stakedUsdt: '5000.25', stakedMp: '0' }),
    {
      DTSTART: '20270101T020304Z',
      SUMMARY: 'Perch: a stake unlocks (Stage 3 · Gold)',
      DESCRIPTION: lifted('5\\,000.25 USDT'),
      UID: 'stake-1@perch',
    },
  ],
  [
    'a stake of rewards',
    running({ stakedUsdt: '0', stakedMp: '1095.5' }),
    {
      DTSTART: '20270101T020304Z',
      SUMMARY: 'Perch: a stake unlocks (Stage 3 · Gold)',
      DESCRIPTION: lifted('1\\,095.50 MP'),
      UID: 'stake-1@perch',
    },
  ],
  [
    'a stake of both',
    running({ stakedUsdt: '5000.25', stakedMp: '1095.5' }),
    {
      DTSTART: '20270101T020304Z',
      SUMMARY: 'Perch: a stake unlocks (Stage 3 · Gold)',
      DESCRIPTION: lifted('5\\,000.25 USDT and 1\\,095.50 MP'),
      UID: 'stake-1@perch',
    },
  ],
];

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/receipt/receipt.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a calendar entry', () => {
  it.each(entries)('of %s says the same as the receipt', async (_, answer, written) => {
    const saved = catchFiles();
    await openApp(`/Receipt/${ID}`, { answers: { [`GET /receipts/${ID}`]: () => json(answer) } });
    await userEvent.setup({ delay: null }).click(await screen.findByRole('button', { name: 'Save to calendar' }));
    const lines = (await textOf(saved[0])).replaceAll('\r\n ', '').split('\r\n');
    const value = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);
    expect(Object.fromEntries(Object.keys(written).map((name) => [name, value(name)]))).toEqual(written);
    expect(value('URL')).toBe(`${window.location.origin}/Receipt/${ID}`);
    expect(saved.map(({ name }) => name)).toEqual(['perch-W-7K2M-9QXD.ics']);
  });
});

describe('the recovery codes', () => {
  it('are saved as shown, each on a line of its own', async () => {
    const codes = ['7KQ2-M9XA-4TDC-WV3H', '8KQ2-M9XA-4TDC-WV3H'];
    const saved = catchFiles();
    await renderWithTexts(<RecoveryCodesScreen codes={codes} send={() => undefined} />, 'en-US', ['two-factor']);
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Save as file' }));
    expect(await textOf(saved[0])).toBe(`${codes.join('\n')}\n`);
    expect(saved.map(({ name }) => name)).toEqual(['perch-recovery-codes.txt']);
  });
});

/** A device whose app on the home screen has no downloads, and what its sheet is given. */
function onHomeScreen(opens: () => Promise<void>) {
  const share = vi.fn<(given: ShareData) => Promise<void>>(opens);
  Object.assign(navigator, { standalone: true, canShare: () => true, share });
  return () => share.mock.calls.map(([{ files = [] }]) => files.map(({ name }) => name));
}

describe('in an app on the home screen of an iPhone', () => {
  afterEach(() => {
    for (const name of ['standalone', 'canShare', 'share']) Reflect.deleteProperty(navigator, name);
  });
  const user = userEvent.setup({ delay: null });
  const answers = {
    'GET /histories/all/csv': () => new Response('a,b\r\n', { headers: { 'Content-Type': 'text/csv' } }),
  };
  const failing = (name: string) => () => Promise.reject(new DOMException('', name));

  it('a file goes to the sheet of the system, with another press if it took long to come', async () => {
    const saved = catchFiles();
    let isLate = true;
    const given = onHomeScreen(() => (isLate ? failing('NotAllowedError')() : Promise.resolve()));
    await openApp('/History', { answers });
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
    const again = await screen.findByRole('button', { name: 'Save file now' });
    expect(screen.queryByText('File saved.')).toBeNull();
    isLate = false;
    await user.click(again);
    expect(await screen.findByText('File saved.')).toBeDefined();
    expect(given()).toEqual([[expect.stringMatching(/^perch-all-.*\.csv$/)], [expect.stringMatching(/\.csv$/)]]);
    expect(saved).toEqual([]);
    expect(screen.getByRole('button', { name: 'Download CSV' })).toBeDefined();
  });

  it('a sheet that was closed has saved nothing', async () => {
    const given = onHomeScreen(failing('AbortError'));
    await openApp('/History', { answers });
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
    await vi.waitFor(() => expect(given()).toHaveLength(1));
    expect(screen.queryByText('File saved.')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save file now' })).toBeNull();
  });
});

it('every part that saves a file is known', () => {
  const makers = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      /\.tsx?$/.test(name) &&
      /\bsaveFile\(|createObjectURL\(|\sdownload=|<CalendarButton\s|href = .data:/.test(
        readFileSync(`src/${name}`, 'utf8'),
      ),
  );
  expect(makers.toSorted()).toEqual([
    'flows/two-factor/screens/recovery-codes.tsx',
    // Made by the server, and passed on unchanged (tests/components/{history,statements}.test.tsx, tests/api).
    'pages/file-button.tsx',
    'pages/receipt/calendar-button.tsx',
    'pages/receipt/stake-panel.tsx',
    'pages/receipt/withdrawal-panel.tsx',
    // For developers only (tests/components/walk/recorder.long.test.tsx).
    'recorder/panel.tsx',
    'ui/save-file.ts',
  ]);
});
