// Every page that ends at an error leads on: it names or links the one official way to support, and says the reference
// of the answer that refused (D-30, P-4).
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { preloadMemberPages } from '#src/app/routes.tsx';
import { openApp, problem, type Answers } from './support/open-app.tsx';

interface ErrorPage {
  readonly address: string;
  readonly answers?: Answers;
  /** The heading or the message by which the page is known. */
  readonly says: RegExp;
  /** Whether an answer refused, so that there is a reference. */
  readonly refused: boolean;
  /** Whether the page goes on by itself as soon as it can. */
  readonly byItself?: boolean;
}

const REFERENCE = 'req-7d1f';
const gone = (): Response => problem(404, 'not_found');
const broken = (): Response => problem(500, 'internal');
const away = (): Response => problem(503, 'unavailable');
const unanswered = (): never => {
  throw new TypeError('no network');
};
const receipt = '/Receipt/01978e2a-9c3f-7b12-8d44-5a6f0c1e2b3d';
const READ_RECEIPT = 'GET /receipts/01978e2a-9c3f-7b12-8d44-5a6f0c1e2b3d';

const OF_MEMBERS: Readonly<Record<string, ErrorPage>> = {
  'an unknown address': { address: '/Nowhere', says: /Page not found/, refused: false },
  'a receipt that is not there': { address: receipt, answers: { [READ_RECEIPT]: gone }, says: /./, refused: true },
  'a receipt, and the server fails': {
    address: receipt,
    answers: { [READ_RECEIPT]: broken },
    says: /./,
    refused: true,
  },
  'the wallet, and the server fails': {
    address: '/Wallet',
    answers: { 'GET /wallet': broken },
    says: /System error/,
    refused: true,
  },
  'the wallet, and the service is away': {
    address: '/Wallet',
    answers: { 'GET /wallet': away },
    says: /./,
    refused: true,
  },
  'news that are not there': { address: '/News/7', answers: { 'GET /news/7': gone }, says: /./, refused: true },
  'an inquiry that is not there': {
    address: '/Contact?ticket=Q-ABCD-EFGH',
    answers: { 'GET /inquiries/Q-ABCD-EFGH': gone },
    says: /./,
    refused: true,
  },
  'a form whose options fail': {
    address: '/Withdraw',
    answers: { 'GET /withdrawals/options': broken },
    says: /./,
    refused: true,
  },
  'a plan whose options fail': {
    address: '/Package',
    answers: { 'GET /purchases/options': broken },
    says: /./,
    refused: true,
  },
};

const OF_VISITORS: Readonly<Record<string, ErrorPage>> = {
  'an unknown address': { address: '/Nowhere', says: /Page not found/, refused: false },
  maintenance: {
    address: '/Maintenance',
    answers: { 'GET /status': unanswered },
    says: /Under maintenance/,
    refused: false,
    byItself: true,
  },
  'a link to freeze that is incomplete': { address: '/Freeze', says: /link/i, refused: false },
  'terms that fail': {
    address: '/Terms',
    answers: { 'GET /contents/terms': broken },
    says: /System error/,
    refused: true,
  },
};

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** What of a page does not lead on. */
function lacksOf(page: HTMLElement, { refused, byItself = false }: ErrorPage, isMember: boolean): readonly string[] {
  const main = within(page).getByRole('main');
  const ways = [...main.querySelectorAll<HTMLElement>('a[href], button:not([disabled])')];
  const isSupport = (link: HTMLElement): boolean => link.getAttribute('href')?.startsWith('/Contact') === true;
  const named = page.textContent.includes(SUPPORT_EMAIL);
  const support = ways.filter(isSupport).map((link) => link.getAttribute('href') ?? '');
  return [
    ...(ways.length > 0 || byItself ? [] : ['a way on']),
    ...(named || (isMember && support.length > 0) ? [] : ['support']),
    ...(!refused || main.textContent.includes(REFERENCE) ? [] : ['a reference']),
    ...(!refused || !isMember || named || support.some((href) => href.includes(REFERENCE))
      ? []
      : ['the reference on the way to support']),
  ];
}

it.each(Object.entries(OF_MEMBERS))('a member at %s', async (_, page) => {
  await preloadMemberPages();
  await openApp(page.address, page.answers === undefined ? {} : { answers: page.answers });
  await waitFor(() => expect(screen.getByRole('main').textContent).toMatch(page.says));
  if (page.refused) await screen.findAllByText(new RegExp(REFERENCE));
  expect(lacksOf(document.body, page, true)).toEqual([]);
});

it.each(Object.entries(OF_VISITORS))('a visitor at %s', async (_, page) => {
  await openApp(page.address, { signedIn: false, ...(page.answers && { answers: page.answers }) });
  await waitFor(() => expect(screen.getByRole('main').textContent).toMatch(page.says));
  if (page.refused) await screen.findAllByText(new RegExp(REFERENCE));
  expect(lacksOf(document.body, page, false)).toEqual([]);
});

it('a page that leads nowhere would be found', () => {
  document.body.innerHTML = '<main><h1>Error</h1></main>';
  const page = { address: '/', says: /./, refused: true };
  expect(lacksOf(document.body, page, true)).toEqual([
    'a way on',
    'support',
    'a reference',
    'the reference on the way to support',
  ]);
  document.body.innerHTML = '';
});
