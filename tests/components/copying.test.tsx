import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { readdirSync, readFileSync } from 'node:fs';
import type { ComponentProps, ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DevelopmentNotice } from '#src/flows/deposit/screens/development-notice.tsx';
import { AddressPanel } from '#src/flows/deposit/screens/payment.tsx';
import { PaymentPanel } from '#src/flows/deposit/screens/seen.tsx';
import { DoneScreen } from '#src/flows/sign-up/screens/done.tsx';
import { RecoveryCodesScreen } from '#src/flows/two-factor/screens/recovery-codes.tsx';
import { ReviewScreen } from '#src/flows/withdrawal/screens/review.tsx';
import type { Area } from '#src/i18n/areas.ts';
import { ServicesContext, type Services } from '#src/services/services.ts';
import { Alert } from '#src/ui/alert.tsx';
import { complete } from '#tests/client/chart-seats.ts';
import { teachDialogs } from './support/dialogs.ts';
import { example, json, NOW, openApp } from './support/open-app.tsx';
import { renderWithTexts } from './support/with-texts.tsx';

/**
 * Every control that copies: it copies what it is named after, which is shown beside it, and nothing else from the same
 * response.
 */

const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const HASH = `0x${'4f1d09ab'.repeat(8)}`;
const CODE = 'Q9Z8Y7X6';
const linkOf = (side: string) => `${window.location.origin}/Signup?introducer=${CODE}&position=${side}`;
const RETURN = `0x${'ad'.repeat(32)}`;
const ID = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';
const user = userEvent.setup({ delay: null });

const deposit = {
  ...(example('POST', '/deposits') as ComponentProps<typeof AddressPanel>['deposit']),
  address: ADDRESS,
  paymentUri: `ethereum:${ADDRESS}?value=5`,
  transactionId: HASH,
  amount: '512.5',
  minimum: '100',
  developmentDataDir: '/srv/perch data',
};
const draft = {
  ...(example('POST', '/withdrawals') as ComponentProps<typeof ReviewScreen>['draft']),
  address: ADDRESS,
};
const receipt = example('GET', '/receipts/{id}') as object;
const payout = {
  id: ID,
  network: 'ethereum',
  development: false,
  address: ADDRESS,
  addressLabel: 'Cold wallet',
  completesAt: '2026-12-01T04:00:00Z',
  overdue: false,
  cancellable: false,
  transactionId: HASH,
  timeline: [],
  refusal: null,
};
const codes = ['7KQ2-M9XA-4TDC-WV3H', '8KQ2-M9XA-4TDC-WV3H'];
const { binding } = example('GET', '/account/twoFactorInfo') as { readonly binding: { readonly secret: string } };
const member = { ...(example('GET', '/account/userInfo') as object), referralCode: CODE };

/** Opens a URL as this member; returns the element with its controls. */
async function page(address: string, answers: Readonly<Record<string, unknown>> = {}): Promise<HTMLElement> {
  const all = { 'GET /account/userInfo': member, ...answers };
  await openApp(address, {
    answers: Object.fromEntries(Object.entries(all).map(([call, body]) => [call, () => json(body)])),
  });
  return document.body;
}

/** Renders a part by itself. */
async function part(content: ReactNode, ...areas: Area[]): Promise<HTMLElement> {
  const services = { now: () => NOW, serverNow: () => NOW } as unknown as Services;
  await renderWithTexts(
    <ServicesContext.Provider value={services}>{content}</ServicesContext.Provider>,
    'en-US',
    areas,
  );
  return document.body;
}

async function freePlace(): Promise<HTMLElement> {
  const nodes = complete(1);
  await page('/OrganizationChart', { 'GET /organization/tree': { volumesAt: null, nodes } });
  await user.click(await screen.findByRole('treeitem', { name: /^Left of member3: free place$/ }));
  return screen.findByRole('region', { name: 'Free place, left' });
}

async function rightSide(): Promise<HTMLElement> {
  const body = await page('/Referral');
  await user.click(await screen.findByRole('radio', { name: 'Right link' }));
  return body;
}

async function removal(): Promise<HTMLElement> {
  await page('/Addresses');
  await user.click(await screen.findByRole('button', { name: 'Remove Cold wallet' }));
  return screen.findByRole('dialog');
}

async function key(): Promise<HTMLElement> {
  const body = await page('/Authentication');
  await user.click(await screen.findByRole('button', { name: 'I have the app' }));
  return body;
}

interface Place {
  readonly file: string;
  readonly open: () => Promise<HTMLElement>;
  /** What each control copies, by its name. */
  readonly copies: Readonly<Record<string, string>>;
}

const nothing = () => undefined;
const chart = {
  context: { member: { username: 'mika', positionId: 'P-000042', referralCode: CODE } },
} as unknown as ComponentProps<typeof DoneScreen>['snapshot'];

const places: readonly Place[] = [
  {
    file: 'ui/alert.tsx',
    open: () => part(<Alert title="It failed." reference="req-7d1f" />),
    copies: { 'req-7d1f': 'req-7d1f' },
  },
  {
    file: 'flows/deposit/screens/payment.tsx',
    open: () => part(<AddressPanel deposit={deposit} />, 'deposit', 'money'),
    copies: { 'Address on Ethereum (development chain)': ADDRESS },
  },
  {
    file: 'flows/deposit/screens/seen.tsx',
    open: () => part(<PaymentPanel deposit={deposit} />, 'deposit', 'money'),
    copies: { 'Transaction ID': HASH },
  },
  {
    file: 'flows/deposit/screens/development-notice.tsx',
    open: () => part(<DevelopmentNotice deposit={deposit} />, 'deposit'),
    copies: {
      'Command to pay this request': `DATA_DIR='/srv/perch data' npm run operator -- pay ${ADDRESS} 512.5 USDT`,
    },
  },
  {
    file: 'flows/sign-up/screens/done.tsx',
    open: () => part(<DoneScreen snapshot={chart} send={nothing} />, 'sign-up'),
    copies: { 'Your referral code': CODE },
  },
  { file: 'flows/two-factor/screens/binding.tsx', open: key, copies: { Key: binding.secret } },
  {
    file: 'flows/two-factor/screens/recovery-codes.tsx',
    open: () => part(<RecoveryCodesScreen codes={codes} send={nothing} />, 'two-factor'),
    copies: { 'Recovery codes': codes.join('\n') },
  },
  {
    file: 'flows/withdrawal/screens/review.tsx',
    open: () =>
      part(
        <ReviewScreen draft={draft} until={NOW + 300_000} send={nothing} snapshot={null as never} />,
        'withdrawal',
        'money',
      ),
    copies: { Address: ADDRESS },
  },
  { file: 'pages/account/membership-panel.tsx', open: () => page('/Account'), copies: { 'Referral code': CODE } },
  { file: 'pages/addresses/address-line.tsx', open: () => page('/Addresses'), copies: { 'Cold wallet': ADDRESS } },
  { file: 'pages/addresses/addresses.page.tsx', open: removal, copies: { 'Cold wallet': ADDRESS } },
  {
    file: 'pages/organization-chart/chosen-panel.tsx',
    open: freePlace,
    copies: { 'sign-up link': linkOf('left'), 'username to enter': 'member3' },
  },
  {
    file: 'pages/receipt/deposit-panel.tsx',
    open: () =>
      page(`/Receipt/${ID}`, {
        [`GET /receipts/${ID}`]: {
          ...receipt,
          kind: 'deposit',
          status: 'returned',
          fee: null,
          net: null,
          amount: '512.5',
          deposit: { ...deposit, status: 'returned', received: '512.5', returnedBy: RETURN },
        },
      }),
    copies: { Address: ADDRESS, 'Transaction ID': HASH, 'Return transaction': RETURN },
  },
  {
    file: 'pages/receipt/withdrawal-panel.tsx',
    open: () =>
      page(`/Receipt/${ID}`, { [`GET /receipts/${ID}`]: { ...receipt, status: 'completed', withdrawal: payout } }),
    copies: { Address: ADDRESS, 'Transaction ID': HASH },
  },
  {
    file: 'pages/organization/invite-panel.tsx',
    open: () => page('/Organization'),
    copies: { 'Your referral code': CODE, 'left link': linkOf('left'), 'right link': linkOf('right') },
  },
  {
    file: 'pages/organization/referral-links.tsx',
    open: () => page('/Referral'),
    copies: { 'Your referral code': CODE, 'left link': linkOf('left') },
  },
  {
    file: 'pages/referral/referral.page.tsx',
    open: rightSide,
    copies: { 'Your referral code': CODE, 'right link': linkOf('right') },
  },
];

beforeAll(async () => {
  await Promise.all([import('#src/frames/member-frame.tsx'), import('#src/ui/toaster.tsx')]);
  Object.assign(SVGElement.prototype, { setPointerCapture: () => undefined, hasPointerCapture: () => true });
});
beforeEach(teachDialogs);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/**
 * Whether a text is shown, completely or by both ends, in an element that contains nothing else; a name may be part of
 * a sentence.
 */
function stands(text: string, where: HTMLElement): boolean {
  return [...where.querySelectorAll('*')].some(
    ({ textContent }) =>
      textContent === text ||
      textContent === `${text.slice(0, 8)}…${text.slice(-6)}` ||
      textContent === `Under ${text}` ||
      textContent === `Reference: ${text}`,
  );
}

describe('what is copied', () => {
  it.each(places)('in $file is what is shown beside it', async ({ open, copies }) => {
    const where = await open();
    await within(where).findByRole('button', { name: `Copy: ${Object.keys(copies)[0]}` });
    const found = within(where).getAllByRole('button', { name: /^Copy: / });
    expect(found.map((button) => button.getAttribute('aria-label')).toSorted()).toEqual(
      Object.keys(copies)
        .map((item) => `Copy: ${item}`)
        .toSorted(),
    );
    const written = vi.spyOn(navigator.clipboard, 'writeText');
    for (const [item, text] of Object.entries(copies)) {
      await user.click(within(where).getByRole('button', { name: `Copy: ${item}` }));
      expect(written.mock.lastCall).toEqual([text]);
      expect(text.split('\n').filter((line) => !stands(line, where))).toEqual([]);
    }
  });

  it('is listed for every control that copies', () => {
    const uses = new Map<string, number>();
    for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.tsx') && !/^ui\/(address|copy-button)\.tsx$/.test(name),
    )) {
      const count = readFileSync(`src/${file}`, 'utf8').match(/<(CopyButton|Address)\s/g)?.length ?? 0;
      if (count > 0) uses.set(file, count);
    }
    expect([...new Set(places.map(({ file }) => file))].toSorted()).toEqual([...uses.keys()].toSorted());
    const written = (file: string) =>
      places.filter((place) => place.file === file).flatMap(({ copies }) => Object.keys(copies)).length;
    for (const [file, count] of uses) expect(written(file), file).toBeGreaterThanOrEqual(count);
    // Other uses of the clipboard would be missed by the list above.
    const others = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.tsx?$/.test(name) && readFileSync(`src/${name}`, 'utf8').includes('clipboard.write'),
    );
    expect(others).toEqual(['ui/copy-button.tsx']);
  });
});
