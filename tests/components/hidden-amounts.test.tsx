import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { HIDDEN_AMOUNT } from '#src/ui/hidden-amount.ts';
import { axeFindings } from './support/axe.ts';
import { pages as allButReceipts, type Page } from './support/figures-of-pages.ts';
import { receiptPages } from './support/figures-of-receipts.ts';
import { deposit, member, rate, receipt, RECEIPT, yuan } from './support/figures-of-replies.ts';
import { november } from './support/statement.ts';
import { json, openApp, type Answers } from './support/open-app.tsx';

/** A member who hides amounts on a device sees none on any page that says what is theirs (decision 0102). */

const user = userEvent.setup({ delay: null });
/** An amount, a percentage or a rate, in whatever unit or currency. */
const FIGURE =
  /(?<![\d.,])\d[\d,]*(?:\.\d+)?(?: (?:USDT|USD|BTC|ETH|MSPC|MP|PP|CNY|JPY|EUR)\b|%)|(?<![\d.,])\d[\d,]*\.\d+/g;
/** A rate is nobody's own. */
const RATE = /\b1 [A-Z]+ = [\d,.]+ [A-Z]+/g;
const figuresIn = (texts: readonly string[]) => texts.flatMap((text) => text.replace(RATE, '').match(FIGURE) ?? []);

/** What a page shows although amounts are hidden, by the terms of its table and its sentences; or all of it. */
const NONE = /^$/;
const SHOWN: Readonly<Record<string, 'all' | RegExp>> = {
  'the stakes': /: Current daily rate$/,
  'the wallet': NONE,
  'one asset of the wallet': NONE,
  'a history': NONE,
  Home: /: (?:New volume|Carried over), (?:left|right)$/,
  'the sales': /: (?:Total sales|New volume|Carried over|Total volume)|^Total sales|^Month by month/,
  'a month of sales': /^Sales on both sides: |: (?:Bonus rate|Monthly cap)$/,
  'the referrals': /^Paid so far/,
  'the receipt of a withdrawal': NONE,
  'the receipt of a deposit': /: Minimum deposit$/,
  'the receipt of an exchange, with its entries': NONE,
  'the receipt of a purchase': /: Current daily rate$/,
  // Rates, rules and volumes of a team are nobody's own; an account has no amounts.
  'the rates': 'all',
  'the questions': 'all',
  'the organization': 'all',
  'a member of it': 'all',
  'the account': 'all',
  'the account of the first member': 'all',
  'an inquiry': 'all',
};
/** A deposit that the club holds, since too little came. */
const held = { ...deposit, status: 'notApproved', creditedAt: null, refusal: { minimum: '100' } };

/** Pages whose figures other tests look at. */
const others: readonly Page[] = [
  {
    name: 'a statement',
    address: '/History/Statements',
    files: [],
    answers: { 'GET /statements': { months: ['2026-11'], years: [] }, 'GET /statements/2026-11': november },
    until: /^See this period in Activity$/,
    figures: {},
    says: [],
  },
  {
    name: 'the receipt of a deposit that is held',
    address: `/Receipt/${RECEIPT}`,
    files: [],
    answers: {
      [`GET /receipts/${RECEIPT}`]: {
        ...receipt,
        kind: 'deposit',
        status: 'notApproved',
        amount: '512.75',
        fee: null,
        net: null,
        rate: null,
        rateAt: null,
        deposit: held,
      },
    },
    until: /^Payment$/,
    figures: { 'Payment: Minimum deposit': '100.00 USDT' },
    says: [],
  },
];
const pages = [...allButReceipts, ...receiptPages, ...others];
const hiding = pages.filter(({ name }) => SHOWN[name] !== 'all');

beforeAll(async () => {
  await Promise.all([import('#src/frames/member-frame.tsx'), import('#src/pages/dashboard/curve.tsx')]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Opens a page on a device that shows worth in yuan, and hides amounts if asked to. */
async function open({ address, answers, until }: Page, hidden: boolean) {
  const all: Readonly<Record<string, unknown>> = {
    'GET /account/userInfo': member,
    'GET /rates': { items: [rate], currencies: [yuan], at: rate['at'] },
    ...answers,
  };
  const given: Answers = Object.fromEntries(Object.entries(all).map(([call, body]) => [call, () => json(body)]));
  const app = await openApp(address, {
    answers: given,
    stored: { 'perch.currency': 'CNY', 'perch.amountsHidden': String(hidden) },
  });
  const main = await screen.findByRole('main');
  await within(main).findAllByText(until);
  await waitFor(() => expect(main.querySelector('.skeleton')).toBeNull());
  return app;
}

/** Every text of a part of the page, those for screen readers too, and the title of the tab. */
function textsOf(root: Element): readonly string[] {
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = [root.ownerDocument.title];
  while (texts.nextNode() !== null) found.push(texts.currentNode.nodeValue ?? '');
  const named = [...root.querySelectorAll('*')].flatMap((element) =>
    ['aria-label', 'aria-valuetext', 'aria-description', 'title', 'alt'].map(
      (name) => element.getAttribute(name) ?? '',
    ),
  );
  return [...found, ...named];
}

/** The figures on the page that are not among what it may show. */
function leaks({ name, figures, says }: Page): readonly string[] {
  const own = SHOWN[name] ?? /: Minimum deposit$/;
  const isOwn = (text: string) => own === 'all' || own.test(text);
  const allowed = [
    ...Object.keys(figures)
      .filter(isOwn)
      .map((term) => figures[term] ?? ''),
    ...says.filter(isOwn),
  ];
  const known = new Set(figuresIn(allowed));
  return figuresIn(textsOf(screen.getByRole('main'))).filter((figure) => !known.has(figure));
}

/** The texts in which a screen reader would read dots for an amount. */
function dotsHeard(root: Element): readonly string[] {
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (texts.nextNode() !== null) {
    const { nodeValue, parentElement } = texts.currentNode;
    const isHeard = parentElement?.closest('[aria-hidden="true"], [role="img"]') === null;
    if (isHeard && nodeValue?.includes(HIDDEN_AMOUNT) === true) found.push(nodeValue);
  }
  return found;
}

const eye = () => screen.getByRole('button', { name: 'Hide amounts', pressed: true });

describe('hidden amounts', () => {
  it.each(hiding)('are on $name neither shown nor said, until a press shows them', async (page) => {
    await open(page, true);
    expect(leaks(page)).toEqual([]);
    expect(dotsHeard(screen.getByRole('main'))).toEqual([]);
    expect(await axeFindings()).toEqual([]);
    await user.click(eye());
    await waitFor(() => expect(leaks(page)).not.toEqual([]));
  });

  it('are what another tab of the browser has chosen', async () => {
    const [home] = hiding.filter(({ name }) => name === 'Home');
    if (home === undefined) throw new Error('No Home');
    const { services } = await open(home, false);
    expect(leaks(home)).not.toEqual([]);
    services.storage.set('amountsHidden', true);
    window.dispatchEvent(new StorageEvent('storage'));
    await waitFor(() => expect(leaks(home)).toEqual([]));
    await user.click(eye());
    expect(services.storage.get('amountsHidden')).toBe(false);
  });

  it('are not what a payment waits for', async () => {
    const waiting = { ...deposit, status: 'awaitingPayment', received: null, creditedAt: null };
    const [settled] = receiptPages.filter(({ name }) => name === 'the receipt of a deposit');
    if (settled === undefined) throw new Error('No deposit');
    const [[call, body] = ['', {}]] = Object.entries(settled.answers);
    const reply = { ...(body as object), status: 'awaitingPayment', deposit: waiting };
    await open({ ...settled, answers: { [call]: reply } }, true);
    expect(screen.getByText('Expected amount').closest('div')?.textContent).toContain('512.50 USDT');
    expect(leaks(settled).filter((figure) => figure !== '512.50 USDT')).toEqual([]);
  });

  it('are decided of every page in the tables', () => {
    const named = [...allButReceipts, ...receiptPages].map(({ name }) => name);
    expect(Object.keys(SHOWN).toSorted()).toEqual(named.toSorted());
  });

  it('that are only said, or in yen, would be noticed', () => {
    const root = document.createElement('div');
    root.innerHTML = '<p aria-label="12.50 USDT">••••</p><b title="7,012 JPY"></b><svg aria-valuetext="3 BTC"></svg>';
    expect(figuresIn(textsOf(root))).toEqual(['12.50 USDT', '7,012 JPY', '3 BTC']);
  });
});
