import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { figuresIn, figuresOf } from '#walk/component/figures.ts';
import { flows } from '#walk/paths/flows.ts';
import { pages as allButReceipts } from './support/figures-of-pages.ts';
import { receiptPages } from './support/figures-of-receipts.ts';
import { member } from './support/figures-of-replies.ts';
import { json, openApp } from './support/open-app.tsx';

/**
 * Every figure beside a term on a page, and every count or computation from several: each must be shown as the reply
 * has it. No two values of a reply are equal, so a figure in the wrong place is noticed.
 */

/** Every term of the page with its figure, below the heading of its part, and every row of its tables. */
function figures(): Record<string, string> {
  const main = screen.getByRole('main');
  const heading = (element: Element) =>
    element.closest('section:not([aria-label]), li')?.querySelector('h2')?.textContent ?? '';
  const facts = [...main.querySelectorAll('dt')].map(
    (dt) => [`${heading(dt)}: ${dt.textContent}`, dt.parentElement?.querySelector('dd')?.textContent ?? ''] as const,
  );
  const rows = [...main.querySelectorAll('tbody tr')].map((row) => {
    // The name of a row is between both sides, where there are sides.
    const name = row.querySelector('th') ?? row.firstElementChild;
    const cells = [...row.children].filter((cell) => cell !== name).map(({ textContent }) => textContent);
    return [`${heading(row)}: ${name?.textContent}`, cells.join(' | ')] as const;
  });
  // Two with the same name would hide each other.
  const all = [...facts, ...rows];
  expect(new Set(all.map(([name]) => name)).size).toBe(all.length);
  return Object.fromEntries(all);
}

/** What each element of the page says, by its text, its name or its value. */
const sentences = (main: HTMLElement): readonly string[] =>
  [...main.querySelectorAll('*')].flatMap((element) => [
    element.textContent,
    element.getAttribute('aria-label') ?? '',
    element.tagName === 'PROGRESS' ? `${element.getAttribute('value')} of ${element.getAttribute('max')}` : '',
  ]);

const pages = [...allButReceipts, ...receiptPages];

/** The figures on the page that the table doesn't have, each text by itself. */
function unexpected(main: HTMLElement, expected: readonly string[]): readonly string[] {
  const known = new Set(expected.flatMap(figuresOf));
  return figuresIn(main).filter((figure) => !known.has(figure));
}

/** What draws amounts on other pages than those of the table, and where it is looked at. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'frames/notice-words.ts': 'tests/components/notices.test.tsx',
  'flow/amount-problem-alert.tsx': 'tests/components/problem-alerts.test.tsx',
  'pages/organization/filter.ts': 'tests/components/organization.test.tsx',
  'pages/dashboard/attention-panel.tsx': 'tests/components/held-money.test.tsx',
  'pages/organization-chart/chart-table.tsx': 'tests/components/organization-chart.test.tsx',
  'pages/organization-chart/chosen-panel.tsx': 'tests/components/organization-chart.test.tsx',
  'pages/statements/statement-parts.tsx': 'tests/components/statements.test.tsx',
  'pages/receipt/done-panel.tsx': 'tests/components/receipt-withdrawal.test.tsx',
  'pages/receipt/withdrawal-acts.tsx': 'tests/components/receipt-withdrawal.test.tsx',
  // What they are given is looked at wherever it is drawn.
  'ui/amount.tsx': 'tests/components/kit.test.tsx',
  'ui/entry-worth.tsx': 'tests/components/currency.test.tsx',
  'ui/estimate.tsx': 'tests/components/currency.test.tsx',
  'ui/member-hidden.tsx': 'tests/components/hidden-amounts.test.tsx',
  'ui/rate.tsx': 'tests/components/walk/shows.long.test.tsx',
  'ui/amount-field.tsx': 'tests/components/fields.test.tsx',
  'ui/review-list.tsx': 'tests/components/walk/shows.long.test.tsx',
};

/**
 * The flows whose terms are about an account or an address, or whose rows another flow gives; if one draws an amount,
 * the walk says so.
 */
const WITHOUT_AMOUNTS = ['confirmation', 'email-change', 'email-verification', 'passkeys', 'two-factor'];

/** What writes an amount: one of the printers, one of the parts that use them, or a term with its figure. */
const DRAWS =
  /from '#(?:money\/(?:shown|percent|rate)|src\/ui\/(?:amount|entry-worth|estimate|rate|review-list|stake-facts))\.tsx?'|from '\.\/(?:amount|estimate|moved-amount)\.tsx'|useAmountWords|<Fact /;
const drawn = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && name !== 'ui/panel.tsx' && DRAWS.test(readFileSync(`src/${name}`, 'utf8')),
);

beforeAll(async () => {
  await Promise.all([import('#src/frames/member-frame.tsx'), import('#src/ui/toaster.tsx')]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the figures', () => {
  it.each(pages)('of $name are those of the reply', async ({ address, answers, until, figures: written, says }) => {
    const all = { 'GET /account/userInfo': member, ...answers };
    await openApp(address, {
      answers: Object.fromEntries(Object.entries(all).map(([call, body]) => [call, () => json(body)])),
    });
    await within(await screen.findByRole('main')).findAllByText(until);
    const main = screen.getByRole('main');
    // Each part of a page loads separately.
    await waitFor(() => {
      expect(figures()).toEqual(written);
      const told = sentences(main);
      expect(says.filter((sentence) => !told.includes(sentence))).toEqual([]);
    });
    expect(unexpected(main, [...Object.values(written), ...says])).toEqual([]);
  });

  it('are written of every part that draws one', () => {
    const known = [...pages.flatMap(({ files }) => files), ...Object.keys(ELSEWHERE)];
    expect([...new Set(known)].toSorted()).toEqual(drawn.filter((name) => !name.startsWith('flows/')).toSorted());
    expect(Object.values(ELSEWHERE).filter((test) => !existsSync(test))).toEqual([]);
  });

  it('that flows draw are facts of their screens, and the walk finds any other', () => {
    const drawing = new Set(drawn.flatMap((name) => /^flows\/([^/]+)\//.exec(name)?.[1] ?? []));
    const telling = flows.filter(({ shows }) => shows !== undefined).map(({ machine }) => machine.id);
    expect([...drawing].filter((flow) => !telling.includes(flow)).toSorted()).toEqual(WITHOUT_AMOUNTS);
  });

  it('that the table does not have are noticed, alone and in a sentence', () => {
    const main = document.createElement('main');
    main.innerHTML =
      '<p>500.00 USDT</p><p>At least <b>1,000.5 BTC</b>: 10.00% of 0.999.</p><p>2026-11-21, 12 of 90</p>';
    expect(unexpected(main, ['Received: 480.00 USDT'])).toEqual(['500.00 USDT', '1,000.5 BTC', '10.00%', '0.999']);
    expect(unexpected(main, ['500.00 USDT, 1,000.5 BTC', '10.00%, 0.999'])).toEqual([]);
  });
});
