import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TreeSeat } from '#src/pages/organization-chart/tree.ts';
import { partOf, seatOf, wayFrom } from '#tests/browser/support/scripted-tree.ts';
import { chain, complete } from '#tests/client/chart-seats.ts';
import { axeFindings } from './support/axe.ts';
import { json, openApp, problem, type Answers, type OpenedApp } from './support/open-app.tsx';

/** /OrganizationChart: the drawing, its keys, what it loads when, its free places, and the same as a table. */

const TREE = 'GET /organization/tree';
const UP = 'GET /account/SeatUp';
const LIST = 'GET /account/ListDownLines';
const LEFT_LINK = `${window.location.origin}/Signup?introducer=K7Q2M9XA&position=left`;
const user = userEvent.setup({ delay: null });
/** Ten levels of a full tree, with free places below the last seats. */
const seats = complete(9);

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/organization-chart/organization-chart.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
  // The DOM of these tests has pointers, but cannot capture them.
  Object.assign(SVGElement.prototype, { setPointerCapture: () => undefined, hasPointerCapture: () => true });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const answersFor = (all: readonly TreeSeat[]): Answers => ({
  [TREE]: (request) => {
    const { searchParams } = new URL(request.url);
    return json({
      volumesAt: '2026-11-21T04:00:00Z',
      nodes: partOf(all, Number(searchParams.get('seatNo') ?? '1'), Number(searchParams.get('levels'))),
    });
  },
  [UP]: (request) => {
    const wanted = all.find(({ username }) => username === new URL(request.url).searchParams.get('username'));
    return wanted === undefined
      ? problem(404, 'not_found')
      : json({ items: wayFrom(all, wanted.seatNo), nextCursor: null });
  },
  [LIST]: (request) => {
    const text = new URL(request.url).searchParams.get('search') ?? '';
    return json({ items: all.filter(({ username }) => username.includes(text)).map(seatOf), nextCursor: null });
  },
});
const open = (
  all: readonly TreeSeat[] = seats,
  {
    address = '/OrganizationChart',
    ...more
  }: { address?: string; answers?: Answers; culture?: 'ja-JP' | 'zh-CN' } = {},
) => openApp(address, { ...more, answers: { ...answersFor(all), ...more.answers } });
const treeQueries = ({ sent }: OpenedApp) =>
  sent.filter(({ call }) => call === TREE).map(({ search }) => search.get('seatNo'));
const itemOf = (name: RegExp) => screen.findByRole('treeitem', { name });
const focused = () => document.activeElement?.getAttribute('aria-label') ?? '';
const press = (key: string) => user.keyboard(key);
const centreOf = (item: HTMLElement) =>
  (/translate\((\S+) (\S+)\)/.exec(item.parentElement?.getAttribute('transform') ?? '') ?? []).slice(1).map(Number);

describe('the drawing', () => {
  it('shows their own seat and two levels, left on the left and right on the right, each in words', async () => {
    await open();
    const items = await screen.findAllByRole('treeitem');
    expect(items.map((item) => item.getAttribute('aria-label'))).toEqual([
      'Name 1 (member1). You. Members below: 0 left, 0 right.',
      ...[2, 4, 5].map(
        (no) => `Name ${no} (member${no}). ${no === 5 ? 'Right' : 'Left'}. Members below: 0 left, 0 right.`,
      ),
      ...[3, 6, 7].map(
        (no) => `Name ${no} (member${no}). ${no === 6 ? 'Left' : 'Right'}. Members below: 0 left, 0 right.`,
      ),
    ]);
    const [mine, left, right] = await Promise.all([itemOf(/^Name 1 /), itemOf(/^Name 2 /), itemOf(/^Name 3 /)]);
    expect(centreOf(left)[0]).toBeLessThan(centreOf(mine)[0] ?? NaN);
    expect(centreOf(right)[0]).toBeGreaterThan(centreOf(mine)[0] ?? NaN);
    expect(
      ['aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded'].map((name) => right.getAttribute(name)),
    ).toEqual(['2', '2', '2', 'true']);
    expect((await itemOf(/^Name 4 /)).getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByText(/^31 seats loaded/)).toBeDefined();
    expect(await axeFindings()).toEqual([]);
  });

  it('contains what is in view and no more', async () => {
    await open(seats, { answers: { [TREE]: () => json({ volumesAt: null, nodes: seats }) } });
    await itemOf(/^Name 1 /);
    await user.click(screen.getByRole('button', { name: 'Expand all' }));
    await screen.findByText(/^1023 seats loaded/);
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(60);
    await user.click(screen.getByRole('button', { name: 'Fit to screen' }));
    // Dots are one element; the focused seat keeps its own.
    await waitFor(() => expect(screen.getAllByRole('treeitem')).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Go to my seat' }));
    await waitFor(() =>
      expect(screen.getByRole('tree').querySelector('g')?.getAttribute('transform')).toMatch(/scale\(0\.[6-9]/),
    );
    expect(await itemOf(/^Name 1 /)).toBeDefined();
  });

  it('is dragged and zoomed, and a press that dragged chooses nothing', async () => {
    await open();
    const mine = await itemOf(/^Name 1 /);
    const plane = () => screen.getByRole('tree').querySelector('g')?.getAttribute('transform') ?? '';
    const before = plane();
    const drag = (clientX: number) => ({ pointerId: 1, button: 0, clientX, clientY: 5 });
    fireEvent.pointerDown(mine, drag(5));
    fireEvent.pointerMove(mine, drag(65));
    fireEvent.pointerUp(mine, drag(65));
    fireEvent.click(mine);
    expect(plane()).not.toBe(before);
    expect(screen.queryByRole('heading', { name: 'Name 1' })).toBeNull();
    const scale = () => Number(/scale\((\S+)\)/.exec(plane())?.[1]);
    const dragged = scale();
    await user.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(scale()).toBeGreaterThan(dragged);
    // The page scrolls past a chart that the member isn't in.
    const zoomed = scale();
    expect(fireEvent.wheel(screen.getByRole('tree'), { deltaY: 300 })).toBe(true);
    expect(scale()).toBe(zoomed);
    expect(fireEvent.wheel(screen.getByRole('tree'), { deltaY: 50, ctrlKey: true })).toBe(false);
    await waitFor(() => expect(scale()).toBeLessThan(dragged * 1.4));
    fireEvent.pointerDown(mine, drag(5));
    fireEvent.pointerUp(mine, drag(6));
    fireEvent.click(mine);
    await screen.findByRole('heading', { name: 'Name 1' });
  });

  it('shows details of a chosen seat, with a link to its page', async () => {
    await open();
    await user.click(await itemOf(/^Name 5 /));
    const panel = within(await screen.findByRole('region', { name: 'Name 5' }));
    expect(panel.getByText('Level 2 · Right')).toBeDefined();
    expect(panel.getByRole('link', { name: 'Details' }).getAttribute('href')).toBe('/Organization/user1?of=member5');
    await user.click(panel.getByRole('button', { name: 'Expand' }));
    await itemOf(/^Name 10 /);
    await user.click(panel.getByRole('button', { name: 'Collapse' }));
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^Name 10 / })).toBeNull());
    expect(await axeFindings()).toEqual([]);
  });
});

describe('reading', () => {
  it('requests a level once, when the level above it comes into view', async () => {
    const app = await open();
    await itemOf(/^Name 1 /);
    await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
    expect(treeQueries(app)).toEqual([null]);
    await user.click(await itemOf(/^Name 4 /));
    await user.click(await screen.findByRole('button', { name: 'Expand' }));
    // The seats of the fourth level are there now; what is below them is unknown.
    await user.click(await itemOf(/^Name 8 /));
    await user.click(await screen.findByRole('button', { name: 'Expand' }));
    await waitFor(() => expect(treeQueries(app)).toEqual(expect.arrayContaining(['16', '17'])));
    await screen.findByText(/^91 seats loaded/);
    await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
    expect(new Set(treeQueries(app)).size).toBe(treeQueries(app).length);
  });

  it('that failed says so, keeps what is there, and is retried on request', async () => {
    let down = true;
    const whole = answersFor(seats);
    const app = await open(seats, {
      answers: {
        [TREE]: (request) =>
          new URL(request.url).searchParams.has('seatNo') && down
            ? problem(500, 'internal')
            : (whole[TREE] as (asked: Request) => Response)(request),
      },
    });
    await user.click(await itemOf(/^Name 4 /));
    await user.click(await screen.findByRole('button', { name: 'Expand' }));
    await user.click(await itemOf(/^Name 8 /));
    await user.click(await screen.findByRole('button', { name: 'Expand' }));
    expect((await screen.findByRole('alert')).textContent).toContain('req-7d1f');
    expect(await itemOf(/^Name 1 /)).toBeDefined();
    await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
    expect(new Set(treeQueries(app)).size).toBe(treeQueries(app).length);
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/^91 seats loaded/);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('of the top that failed is retried', async () => {
    let down = true;
    const whole = answersFor(seats);
    await open(seats, {
      answers: {
        [TREE]: (request) => (down ? problem(500, 'internal') : (whole[TREE] as (asked: Request) => Response)(request)),
      },
    });
    await screen.findByRole('alert');
    expect(screen.queryByRole('tree')).toBeNull();
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await itemOf(/^Name 1 /);
  });
});

describe('keys', () => {
  it('move a roving focus as in the tree pattern', async () => {
    await open();
    const mine = await itemOf(/^Name 1 /);
    expect(screen.getAllByRole('treeitem').filter((item) => item.getAttribute('tabindex') === '0')).toEqual([mine]);
    act(() => mine.focus());
    for (const [key, name] of [
      ['{ArrowDown}', 2],
      ['{ArrowRight}', 4],
      ['{ArrowDown}', 5],
      ['{ArrowDown}', 3],
      ['{ArrowUp}', 5],
      ['{ArrowLeft}', 2],
      ['{Home}', 1],
      ['{End}', 7],
    ] as const) {
      await press(key);
      expect(focused(), key).toMatch(new RegExp(`^Name ${name} `));
    }
    expect(screen.getAllByRole('treeitem').filter((item) => item.getAttribute('tabindex') === '0')).toEqual([
      document.activeElement,
    ]);
    // Collapsed: the first press expands, the next moves below; and back.
    await press('{ArrowRight}');
    await itemOf(/^Name 14 /);
    expect(focused()).toMatch(/^Name 7 /);
    await press('{ArrowRight}');
    expect(focused()).toMatch(/^Name 14 /);
    await press('{ArrowLeft}{ArrowLeft}');
    expect(screen.queryByRole('treeitem', { name: /^Name 14 / })).toBeNull();
    expect(focused()).toMatch(/^Name 7 /);
    await press('{Enter}');
    await screen.findByRole('heading', { name: 'Name 7' });
    await press('member6');
    expect(focused()).toMatch(/^Name 6 /);
  });

  it('load what is missing, and move to it', async () => {
    await open(chain(12, () => 'left'));
    const mine = await itemOf(/^Name 1 /);
    act(() => mine.focus());
    // Loading a level takes as long as the machine needs.
    while (!focused().startsWith('Name 12 ')) {
      await press('{ArrowRight}');
      await act(() => new Promise((resolve) => setTimeout(resolve, 30)));
    }
  });
});

describe('free places', () => {
  const few = chain(3, (place) => (place === 0 ? 'left' : 'right'));

  it('are drawn, and the target of the member’s link is marked', async () => {
    await open(few);
    // 1 has 2 on the left, 2 has 3 on the right: the left link leads to the left of 2.
    await user.click(await itemOf(/^Left of member2: free place, your referral link leads here/));
    const panel = within(await screen.findByRole('region', { name: 'Free place, left' }));
    expect(panel.getByText('The next person to sign up with your left link gets this place.')).toBeDefined();
    expect(panel.getByText(LEFT_LINK)).toBeDefined();
    expect(panel.getAllByRole('button', { name: /^Copy/ })).toHaveLength(1);
    expect(await axeFindings()).toEqual([]);
  });

  it('elsewhere say that they need more than the link', async () => {
    await open(few);
    await user.click(await itemOf(/^Left of member3: free place$/));
    const panel = within(await screen.findByRole('region', { name: 'Free place, left' }));
    expect(panel.getByText(/enters member3 in “Place me under \(optional\)”/)).toBeDefined();
    expect(panel.getByRole('button', { name: 'Copy: username to enter' })).toBeDefined();
  });
});

describe('the search', () => {
  it('moves to a member far below, through the levels between', async () => {
    const app = await open();
    await itemOf(/^Name 1 /);
    const live = document.querySelector('main [aria-live]');
    await user.click(screen.getByRole('button', { name: 'Search members' }));
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Username or name' }));
    await user.keyboard('member777');
    await user.click(
      within(await screen.findByRole('list', { name: 'Members found' })).getByRole('button', { name: /member777/ }),
    );
    expect((await itemOf(/^Name 777 /)).getAttribute('aria-selected')).toBe('true');
    const details = await screen.findByRole('region', { name: 'Name 777' });
    expect(details.closest('[aria-live]')).toBe(live);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Members found' })).toBeNull());
    expect(focused()).toMatch(/^Name 777 /);
    await user.click(within(details).getByRole('button', { name: 'Close' }));
    expect(focused()).toMatch(/^Name 777 /);
    expect(app.sent.filter(({ call }) => call === UP)).toHaveLength(1);
    // Its figures are loaded when it is in view.
    await waitFor(() => expect(treeQueries(app)).toContain('777'));
  });

  it('in the URL begins there', async () => {
    await open(seats, { address: '/OrganizationChart?of=member600' });
    expect((await itemOf(/^Name 600 /)).getAttribute('aria-selected')).toBe('true');
    expect(await itemOf(/^Name 300 /)).toBeDefined();
  });

  it('says if nobody is found, or nobody in the member’s organization', async () => {
    await open(seats, { address: '/OrganizationChart?of=stranger' });
    await screen.findByText('stranger isn’t in your team.');
    await user.click(screen.getByRole('button', { name: 'Search members' }));
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await screen.findByText('Enter a username or name.');
    await user.type(screen.getByRole('searchbox', { name: 'Username or name' }), 'zzz');
    await screen.findByText('No one in your team matches “zzz”.');
    expect(await itemOf(/^Name 1 /)).toBeDefined();
  });

  it('that failed on the way can be retried', async () => {
    let down = true;
    const whole = answersFor(seats);
    await open(seats, {
      address: '/OrganizationChart?of=member9',
      answers: {
        [UP]: (request) => (down ? problem(500, 'internal') : (whole[UP] as (asked: Request) => Response)(request)),
      },
    });
    await screen.findByRole('alert');
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('region', { name: 'Name 9' });
    await waitFor(() => expect(focused()).toMatch(/^Name 9 /));
  });
});

describe('the table', () => {
  it('shows, expands and links the same as the drawing', async () => {
    await open(
      chain(3, (place) => (place === 0 ? 'left' : 'right')),
      { address: '/OrganizationChart?view=table' },
    );
    const rows = async () =>
      (await screen.findAllByRole('row')).slice(1).map((row) => within(row).getByRole('rowheader').textContent);
    await waitFor(async () =>
      expect(await rows()).toEqual([
        'Name 1member1',
        'Name 2member2',
        'Free place, your referral link leads here',
        'Name 3member3',
        'Free place',
        'Free place',
        'Free place, your referral link leads here',
      ]),
    );
    const table = within(screen.getByRole('table'));
    expect(table.getByRole('link', { name: 'Name 3' }).getAttribute('href')).toBe('/Organization/user1?of=member3');
    await user.click(table.getByRole('button', { name: 'Link for left place under member2' }));
    await screen.findByText(LEFT_LINK);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(focused()).toBe('Link for left place under member2');
    await user.click(table.getByRole('button', { name: 'Collapse: member2' }));
    expect(await rows()).toEqual(['Name 1member1', 'Name 2member2', 'Free place, your referral link leads here']);
    expect(await axeFindings()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Show as chart' }));
    await itemOf(/^Name 2 /);
    expect(screen.queryByRole('treeitem', { name: /^Name 3 / })).toBeNull();
  });

  it('of many rows grows on request', async () => {
    await open(seats, {
      address: '/OrganizationChart?view=table',
      answers: { [TREE]: () => json({ volumesAt: null, nodes: complete(6) }) },
    });
    await screen.findByText('7 rows');
    await user.click(screen.getByRole('button', { name: 'Show as chart' }));
    await user.click(await screen.findByRole('button', { name: 'Expand all' }));
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    await screen.findByText('100 rows');
    await user.click(screen.getByRole('button', { name: 'Show more rows' }));
    await screen.findByText('200 rows');
  });

  it.each(['ja-JP', 'zh-CN'] as const)('and the drawing are complete in %s', async (culture) => {
    await open(
      chain(2, () => 'left'),
      { address: '/OrganizationChart?view=table', culture },
    );
    await screen.findByRole('link', { name: 'Name 2' });
    expect(screen.getByRole('main').textContent).not.toMatch(/\b(the|free|level|left|right)\b|organization-chart:/i);
  });
});
