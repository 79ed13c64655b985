import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { pages } from './support/figures-of-pages.ts';
import { member } from './support/figures-of-replies.ts';
import { json, openApp } from './support/open-app.tsx';

/**
 * Every figure that stands beside a term on a page, and what is counted or worked out from several: each is told as the
 * reply has it, in which no two values are alike, so that a figure that stands at the place of another is seen.
 */

/** Every term of the page with its figure, below the heading of its part, and every row of its tables. */
function figures(): Record<string, string> {
  const main = screen.getByRole('main');
  const heading = (element: Element) =>
    element.closest('section:not([aria-label]), li')?.querySelector('h2')?.textContent ?? '';
  const facts = [...main.querySelectorAll('dt')].map(
    (dt) => [`${heading(dt)}: ${dt.textContent}`, dt.parentElement?.querySelector('dd')?.textContent ?? ''] as const,
  );
  const rows = [...main.querySelectorAll('tbody tr')].map(
    (row) =>
      [
        `${heading(row)}: ${row.querySelector('th')?.textContent ?? ''}`,
        [...row.querySelectorAll('td')].map(({ textContent }) => textContent).join(' | '),
      ] as const,
  );
  // Two of one name would hide each other.
  const all = [...facts, ...rows];
  expect(new Set(all.map(([name]) => name)).size).toBe(all.length);
  return Object.fromEntries(all);
}

/** What opens by a press: the panel of a seat in the chart (tests/components/organization-chart.test.tsx). */
const ELSEWHERE = ['pages/organization-chart/chosen-panel.tsx'];

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
    await within(await screen.findByRole('main')).findByText(until);
    // Each part of a page reads for itself.
    await waitFor(() => expect(figures()).toEqual(written));
    const main = screen.getByRole('main');
    const told = [...main.querySelectorAll('*')].flatMap((element) => [
      element.textContent,
      element.getAttribute('aria-label') ?? '',
      element.tagName === 'PROGRESS' ? `${element.getAttribute('value')} of ${element.getAttribute('max')}` : '',
    ]);
    expect(says.filter((sentence) => !told.includes(sentence))).toEqual([]);
  });

  it('are written of every part that has terms', () => {
    const known = [...pages.flatMap(({ files }) => files), ...ELSEWHERE];
    const drawn = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        /^(pages|ui)\/.*\.tsx$/.test(name) &&
        name !== 'ui/panel.tsx' &&
        readFileSync(`src/${name}`, 'utf8').includes('<Fact '),
    );
    expect([...new Set(known)].toSorted()).toEqual(drawn.toSorted());
  });
});
