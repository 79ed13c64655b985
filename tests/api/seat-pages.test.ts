// Lists of seats that are longer than a page: everybody comes once and in order, also while others are seated.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestMember } from '#tests/support/members.ts';
import { chain, fullTree, growTree } from './support/trees.ts';
import { createWorld, type World } from './support/world.ts';

interface Item {
  seatNo: number;
  username: string;
  level: number;
}

let world: World;
let root: TestMember;
beforeAll(async () => {
  world = await createWorld();
  root = await world.member();
});
afterAll(() => world.close());

/** A member with the right to see a tree of its own, and a way to read a list of it to the end. */
async function owner() {
  // Beside all others, so that no owner sits in another one's tree.
  const spine = await world.member({ below: root.seatNo, side: 'right' });
  const member = await world.member({ below: spine.seatNo, side: 'left' });
  const browser = world.browser();
  const { accessToken: token } = await browser.session(member);
  const page = async (path: string, cursor: string | null) => {
    const answer = await browser.send(
      'GET',
      `/account/${path}${cursor === null ? '' : `${path.includes('?') ? '&' : '?'}cursor=${cursor}`}`,
      { token },
    );
    expect(answer.status).toBe(200);
    return answer.body as { items: Item[]; nextCursor: string | null };
  };
  const all = async (path: string) => {
    const pages: Item[][] = [];
    let cursor: string | null = null;
    do {
      const { items, nextCursor } = await page(path, cursor);
      pages.push(items);
      cursor = nextCursor;
    } while (cursor !== null && pages.length < 20);
    return pages;
  };
  return { member, page, all };
}

describe('a wide organization', () => {
  it('is listed by pages of fifty, everybody once, nearest level first', async () => {
    const { member, all } = await owner();
    const seats = await growTree(world, { under: member.seatNo, prefix: 'wide', plan: fullTree(8) });
    const pages = await all('ListDownLines');
    expect(pages.map((items) => items.length)).toEqual([50, 50, 50, 50, 50, 4]);
    expect(pages.flat().map(({ username }) => username)).toEqual(seats.map(({ username }) => username));
    expect((await all('ListDownLines?level=7')).flat()).toHaveLength(128);
    expect((await all('ListDownLines?level=6')).map((items) => items.length)).toEqual([50, 14]);
    const found = (await all('ListDownLines?search=wide1')).flat();
    expect(found.map(({ username }) => username)).toEqual(
      seats.map(({ username }) => username).filter((username) => username.startsWith('wide1')),
    );
    const below = (await all(`ListDownLines?username=wide1&search=wide&level=5`)).flat();
    expect(below).toHaveLength(32);
    expect(new Set(below.map(({ level }) => level))).toEqual(new Set([6]));
  });

  it('goes on behind the last seat of the page before, whoever was seated meanwhile', async () => {
    const { member, page } = await owner();
    await growTree(world, { under: member.seatNo, prefix: 'grown', plan: fullTree(6) });
    const first = await page('ListDownLines', null);
    await growTree(world, { under: first.items[0]?.seatNo ?? 0, prefix: 'later', plan: chain(3, 'left') });
    const second = await page('ListDownLines', first.nextCursor);
    const seen = [...first.items, ...second.items].map(({ username }) => username);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((username) => username.startsWith('grown'))).toHaveLength(62);
  });

  it('takes a cursor for its own list only', async () => {
    const { member, page } = await owner();
    const other = await owner();
    await growTree(world, { under: member.seatNo, prefix: 'mine', plan: fullTree(7) });
    await growTree(world, { under: other.member.seatNo, prefix: 'theirs', plan: fullTree(7) });
    const { nextCursor } = await page('ListDownLines', null);
    await expect(other.page('ListDownLines', nextCursor)).rejects.toThrow();
    await expect(page('ListDownLines?level=2', nextCursor)).rejects.toThrow();
    await expect(page('ListDownLines?username=mine0', nextCursor)).rejects.toThrow();
  });
});

describe('a deep organization', () => {
  it('is listed and climbed by pages, in both directions the same seats', async () => {
    const { member, all } = await owner();
    const seats = await growTree(world, { under: member.seatNo, prefix: 'deep', plan: chain(130, 'left') });
    const down = await all('ListDownLines');
    expect(down.map((items) => items.length)).toEqual([50, 50, 30]);
    expect(down.flat().map(({ level }) => level)).toEqual(seats.map((_, index) => index + 1));
    const up = await all('SeatUp?username=deep129');
    expect(up.map((items) => items.length)).toEqual([50, 50, 31]);
    expect(up.flat().map(({ username }) => username)).toEqual([
      ...seats.map(({ username }) => username).reverse(),
      member.username,
    ]);
    expect((await all('ListDownLines?level=77')).flat().map(({ username }) => username)).toEqual(['deep76']);
  });

  it('of exactly one page has no further one', async () => {
    const { member, all } = await owner();
    await growTree(world, { under: member.seatNo, prefix: 'exact', plan: chain(50, 'right') });
    expect((await all('ListDownLines')).map((items) => items.length)).toEqual([50]);
    expect((await all('ListDownLines?search=exact')).map((items) => items.length)).toEqual([50]);
    expect((await all('SeatUp?username=exact48')).map((items) => items.length)).toEqual([50]);
  });
});
