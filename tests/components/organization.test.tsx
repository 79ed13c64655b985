import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { filterOf } from '#src/pages/organization/filter.ts';
import { axeFindings } from './support/axe.ts';
import { example, json, openApp, problem, type OpenedApp } from './support/open-app.tsx';

/** /Organization and its two detail levels. */

const LIST = 'GET /account/ListDownLines';
const MEMBER = 'GET /organization/member';
const UP = 'GET /account/SeatUp';
const seat = {
  seatNo: 57,
  positionId: 'P-000057',
  username: 'nori',
  name: 'Nori Tanaka',
  position: 'left',
  parentSeatNo: 42,
  level: 1,
  rank: 'leader',
  joinedAt: '2026-02-05T09:00:00Z',
  stage: 2,
  leftVolumeUsd: '12000',
  rightVolumeUsd: '300.5',
};
const below = {
  ...seat,
  seatNo: 91,
  positionId: 'P-000091',
  username: 'kei',
  name: 'Kei Mori',
  position: 'right',
  parentSeatNo: 57,
  level: 2,
  rank: 'member',
  stage: null,
  leftVolumeUsd: '0',
};
const me = {
  ...seat,
  seatNo: 42,
  positionId: 'P-000042',
  username: 'mika',
  name: 'Mika Sato',
  parentSeatNo: null,
  level: 0,
  rank: 'member',
};
const member = { ...(example('GET', '/organization/member') as object), seat: below, stage: null };
const page = (items: object[], nextCursor: string | null = null) => json({ items, nextCursor });
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([import('#src/pages/organization/organization.page.tsx'), import('#src/frames/member-frame.tsx')]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const queriesOf = ({ sent }: OpenedApp, call: string) =>
  sent
    .filter((each) => each.call === call)
    .map(({ search }) => {
      const { culture: _, ...rest } = Object.fromEntries(search);
      return rest;
    });

describe('the organization', () => {
  it('shows both legs in figures, and everybody below with a link to each', async () => {
    await openApp('/Organization', { answers: { [LIST]: () => page([seat, below]) } });
    await screen.findByRole('heading', { level: 1, name: 'Team overview' });
    const figures = within(await screen.findByRole('region', { name: 'Both sides' }));
    await figures.findByText('You’ve referred 4 members.');
    const row = (name: string) =>
      within(figures.getByRole('rowheader', { name: new RegExp(`^${name}`) }).closest('tr') as HTMLElement)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(row('Members')).toEqual(['12', '12']);
    expect(row('Joined this month')).toEqual(['1', '1']);
    expect(row('New volume this month')).toEqual(['12,000.00', '12,000.00']);
    expect(row('Carried over from last month')).toEqual(['300.00', '300.00']);
    expect(row('Total volume')).toEqual(['48,000.00', '48,000.00']);
    const first = await waitFor(() => {
      const found = screen.getAllByRole('listitem').find((each) => each.textContent?.includes('Nori'));
      if (found === undefined) throw new Error('Nori is not listed.');
      return found;
    });
    expect(within(first).getByRole('link').getAttribute('href')).toBe('/Organization/user1?of=nori');
    expect(first.textContent).toContain('Leader');
    expect(first.textContent).toContain('Level 1 · Left');
    expect(first.textContent).toContain('Silver');
    expect(first.textContent).toContain('Left 12,000.00, right 300.50 USD');
    const other = screen.getAllByRole('listitem').find((each) => each.textContent?.includes('Kei Mori'));
    expect(other?.textContent).toContain('Not staking');
    expect(await axeFindings()).toEqual([]);
  });

  it('says in words that nothing was sold, and mutes the zeros that remain', async () => {
    const nothing = { members: 3, joinedThisMonth: 0, volumeUsd: '0', carriedUsd: '0', totalUsd: '0' };
    await openApp('/Organization', {
      answers: {
        [LIST]: () => page([{ ...seat, leftVolumeUsd: '0', rightVolumeUsd: '0' }, below]),
        'GET /account/communityInfo': () =>
          json({ introduced: 1, left: nothing, right: nothing, volumesAt: '2026-11-21T04:00:00Z' }),
      },
    });
    const figures = within(await screen.findByRole('region', { name: 'Both sides' }));
    await figures.findByText('No volume on either side yet.');
    expect(figures.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'Members',
      'Joined this month',
    ]);
    expect(figures.queryByText('0.00')).toBeNull();
    const muted = (text: string) => figures.getAllByText(text).map((each) => each.hasAttribute('data-zero'));
    expect([muted('3'), muted('0')]).toEqual([
      [false, false],
      [true, true],
    ]);
    // The list is an answer of its own, which may come later.
    const rowOf = async (name: string) => (await screen.findByText(name)).closest('li, [role="listitem"]')?.textContent;
    expect(await rowOf('Nori Tanaka')).toContain('No new volume');
    expect(await rowOf('Kei Mori')).toContain('Left 0.00, right 300.50 USD');
    expect(await axeFindings()).toEqual([]);
  });

  it('says nothing of volumes before they are calculated', async () => {
    const nothing = { members: 3, joinedThisMonth: 0, volumeUsd: '0', carriedUsd: '0', totalUsd: '0' };
    await openApp('/Organization', {
      answers: {
        [LIST]: () => page([seat]),
        'GET /account/communityInfo': () => json({ introduced: 1, left: nothing, right: nothing, volumesAt: null }),
      },
    });
    await screen.findByText('Volumes aren’t calculated yet. Months are in UTC.');
    expect(screen.queryByText('No volume on either side yet.')).toBeNull();
    expect(screen.queryByText('0.00')).toBeNull();
  });

  it('is read page by page, and searched at Enter with the filter in the URL', async () => {
    const app = await openApp('/Organization', {
      answers: {
        [LIST]: (request) =>
          new URL(request.url).searchParams.get('cursor') === null ? page([seat], 'NTc') : page([below]),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByText('2 members loaded · No more members.');
    await user.type(screen.getByRole('searchbox', { name: 'Username or name' }), ' nor ');
    await user.type(screen.getByRole('textbox', { name: 'Level' }), '0');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await screen.findByText('Enter a whole number from 1 to 100,000.');
    await user.clear(screen.getByRole('textbox', { name: 'Level' }));
    await user.type(screen.getByRole('textbox', { name: 'Level' }), '2');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(queriesOf(app, LIST).at(-1)).toEqual({ search: 'nor', level: '2' }));
    expect(queriesOf(app, LIST).slice(0, 2)).toEqual([{}, { cursor: 'NTc' }]);
    expect(queriesOf(app, LIST)).not.toContainEqual(expect.objectContaining({ level: '0' }));
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    // As much as was read of it before.
    await waitFor(() => expect(queriesOf(app, LIST).slice(-2)).toEqual([{}, { cursor: 'NTc' }]));
  });

  it('is searched while a name is typed, once it rests, and says how many were found', async () => {
    const app = await openApp('/Organization', {
      answers: {
        [LIST]: (request) => page(new URL(request.url).searchParams.has('search') ? [below] : [seat, below]),
      },
    });
    await screen.findByText('2 members loaded · No more members.');
    const said = screen.getByRole('region', { name: 'Member list' }).querySelector('[role="status"]:not([aria-busy])');
    const field = screen.getByRole('searchbox', { name: 'Username or name' });
    for (const value of ['k', 'ke', 'kei', 'kei ']) fireEvent.change(field, { target: { value } });
    await waitFor(() => expect(said?.textContent).toBe('1 member loaded · No more members.'));
    // Neither each letter nor the space after them is asked for, and the field keeps what was typed.
    expect(queriesOf(app, LIST)).toEqual([{}, { search: 'kei' }]);
    expect(field).toHaveProperty('value', 'kei ');
    expect(screen.getByRole('region', { name: 'Search and filter (on)' })).toBeDefined();
    // A number that is half typed is nothing wrong yet.
    await user.type(screen.getByRole('textbox', { name: 'Level' }), '0');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(screen.queryByText(/^Enter a whole number/)).toBeNull();
    expect(queriesOf(app, LIST)).toHaveLength(2);
    // The name is searched for all the same, and the level stays as it was typed.
    fireEvent.change(field, { target: { value: 'ke ' } });
    await waitFor(() => expect(queriesOf(app, LIST).at(-1)).toEqual({ search: 'ke' }));
    fireEvent.change(field, { target: { value: 'kei ' } });
    await waitFor(() => expect(queriesOf(app, LIST).at(-1)).toEqual({ search: 'kei' }));
    expect(screen.getByRole('textbox', { name: 'Level' })).toHaveProperty('value', '0');
    await user.clear(screen.getByRole('textbox', { name: 'Level' }));
    await user.type(screen.getByRole('textbox', { name: 'Level' }), '3');
    await waitFor(() => expect(queriesOf(app, LIST).at(-1)).toEqual({ search: 'kei', level: '3' }));
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(field).toHaveProperty('value', ''));
    await screen.findByText('2 members loaded · No more members.');
  });

  it('asks for no word that is still being composed', async () => {
    const app = await openApp('/Organization', { answers: { [LIST]: () => page([seat]) } });
    await screen.findByText('Nori Tanaka');
    const field = screen.getByRole('searchbox', { name: 'Username or name' });
    fireEvent.compositionStart(field);
    await user.type(field, 'のr');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(queriesOf(app, LIST)).toEqual([{}]);
    fireEvent.compositionEnd(field);
    await waitFor(() => expect(queriesOf(app, LIST)).toEqual([{}, { search: 'のr' }]));
  });

  it('gives up what it asked for once something else is asked for', async () => {
    const signals: AbortSignal[] = [];
    await openApp('/Organization', {
      answers: {
        [LIST]: (request) => {
          signals.push(request.signal);
          return new URL(request.url).searchParams.get('search') === 'ke' ? new Promise(() => undefined) : page([seat]);
        },
      },
    });
    await screen.findByText('Nori Tanaka');
    const field = screen.getByRole('searchbox', { name: 'Username or name' });
    fireEvent.change(field, { target: { value: 'ke' } });
    await waitFor(() => expect(signals).toHaveLength(2));
    // The rows before stay, out of use, until others have come.
    expect(screen.getByText('Nori Tanaka').closest('[inert]')).not.toBeNull();
    fireEvent.change(field, { target: { value: 'kei' } });
    await waitFor(() => expect(signals).toHaveLength(3));
    expect(signals[1]?.aborted).toBe(true);
    await waitFor(() => expect(screen.getByText('Nori Tanaka').closest('[inert]')).toBeNull());
  });

  it('reads valid values from the URL', () => {
    expect(filterOf(new URLSearchParams('search=%20nori%20&level=3'))).toEqual({ search: 'nori', level: 3 });
    expect(filterOf(new URLSearchParams('level=３'))).toEqual({ level: 3 });
    expect(filterOf(new URLSearchParams(`search=${'x'.repeat(65)}&level=-1`))).toEqual({});
    expect(filterOf(new URLSearchParams('search=%20&level=1000000'))).toEqual({});
  });

  it('says if nobody is there or matches, and retries what failed', async () => {
    await openApp('/Organization', { answers: { [LIST]: () => page([]) } });
    await screen.findByText(/^No one in your team yet/);
    cleanup();
    await openApp('/Organization?level=9', { answers: { [LIST]: () => page([]) } });
    await screen.findByText('No member matches.');
    cleanup();
    let down = true;
    await openApp('/Organization', {
      answers: {
        [LIST]: () => page([seat]),
        'GET /account/communityInfo': () =>
          down ? problem(500, 'internal') : json(example('GET', '/account/communityInfo')),
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('req-7d1f');
    await screen.findByText('Nori Tanaka');
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('You’ve referred 4 members.');
  });
});

describe('a member of it', () => {
  const answers = { [MEMBER]: () => json(member), [UP]: () => page([below, seat, me]) };

  it('is shown with the path up, the figures and the two places below', async () => {
    const app = await openApp('/organization/user1?of=kei', { answers });
    await screen.findByRole('heading', { level: 1, name: 'Kei Mori' });
    expect(queriesOf(app, MEMBER)).toEqual([{ username: 'kei' }]);
    const way = within(screen.getByRole('navigation', { name: 'Path up to you' }));
    await way.findByText('kei');
    expect(way.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['You', '/Organization'],
      ['nori', '/Organization/user1?of=nori'],
    ]);
    expect(way.getByText('kei').getAttribute('aria-current')).toBe('page');
    const places = within(screen.getByRole('region', { name: 'Seats directly below' })).getAllByRole('link');
    expect(places.map((link) => link.getAttribute('href'))).toEqual([
      '/Organization/user1-1?of=nori',
      '/OrganizationChart?of=kei',
    ]);
    expect(places[1]?.textContent).toBe('RightFree place');
    expect(screen.getByRole('link', { name: 'Show in chart' }).getAttribute('href')).toBe('/OrganizationChart?of=kei');
    expect(await axeFindings()).toEqual([]);
  });

  it('has, on the second level, a link back to the one above', async () => {
    await openApp('/Organization/user1-1?of=kei', { answers });
    expect((await screen.findByRole('link', { name: 'Back to nori' })).getAttribute('href')).toBe(
      '/Organization/user1?of=nori',
    );
  });

  it.each([
    [2, ['up1'], null],
    [3, ['up2', 'up1'], null],
    [4, ['up2', 'up1'], 'Show 1 member between'],
  ] as const)('%s seats below shows the three nearest of the path: %s', async (count, links, button) => {
    const way = Array.from({ length: count }, (_, place) => ({
      ...seat,
      seatNo: 100 + place,
      username: `up${place}`,
      level: count - place,
    }));
    await openApp('/Organization/user1?of=up0', { answers: { ...answers, [UP]: () => page([...way, me]) } });
    const nav = within(await screen.findByRole('navigation', { name: 'Path up to you' }));
    await nav.findByText('up0');
    expect(nav.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['You', ...links]);
    expect(nav.queryByRole('button')?.textContent ?? null).toBe(button);
  });

  it('far below shows the end of the path, and the rest on request', async () => {
    const way = Array.from({ length: 6 }, (_, place) => ({
      ...seat,
      seatNo: 100 + place,
      username: `up${place}`,
      level: 60 - place,
    }));
    await openApp('/Organization/user1?of=up0', {
      answers: {
        ...answers,
        [UP]: (request: Request) =>
          new URL(request.url).searchParams.get('cursor') === null ? page(way, 'NTc') : page([me]),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Show 3 members between' }));
    const nav = within(screen.getByRole('navigation', { name: 'Path up to you' }));
    expect(nav.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'You',
      'up5',
      'up4',
      'up3',
      'up2',
      'up1',
    ]);
    await user.click(nav.getByRole('button', { name: 'Show more of path' }));
    await waitFor(() => expect(nav.queryByRole('button')).toBeNull());
  });

  it('who does not exist is reported, with a way forward', async () => {
    await openApp('/Organization/user1?of=stranger', {
      answers: { [MEMBER]: () => problem(404, 'not_found'), [UP]: () => problem(404, 'not_found') },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('stranger isn’t in your team');
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Team overview' }).getAttribute('href')).toBe(
      '/Organization',
    );
    cleanup();
    await openApp('/Organization/user1');
    expect((await screen.findByRole('alert')).textContent).toContain('No member selected');
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Team overview' }).getAttribute('href')).toBe(
      '/Organization',
    );
  });

  it('whose figures cannot be read keeps the links, and can be retried', async () => {
    let down = true;
    await openApp('/Organization/user1?of=kei', {
      answers: { ...answers, [MEMBER]: () => (down ? problem(500, 'internal') : json(member)) },
    });
    await screen.findByRole('alert');
    expect(await screen.findByRole('link', { name: 'nori' })).toBeDefined();
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { level: 1, name: 'Kei Mori' });
  });

  it.each(['ja-JP', 'zh-CN'] as const)('is complete in %s', async (culture) => {
    await openApp('/Organization/user1-1?of=kei', { culture, answers });
    await screen.findByRole('heading', { level: 1, name: 'Kei Mori' });
    await screen.findByText('nori', { selector: 'a' });
    expect(screen.getByRole('main').textContent).not.toMatch(/\b(the|members|level|left|right)\b|organization:/i);
  });
});
