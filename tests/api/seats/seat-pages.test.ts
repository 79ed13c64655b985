// Lists of seats that are longer than a page: everybody appears once and in order, even while others are seated.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestMember } from '#fixtures/club/members.ts';
import type { Answer, RequestOf } from '../support/call.ts';
import { chain, fullTree, growTree } from '../support/trees.ts';
import { createWorld, type World } from '../support/world.ts';

interface Item {
  seatNo: number;
  username: string;
  level: number;
}

type Asked<Id extends 'listDownLines' | 'getSeatUp'> = Omit<NonNullable<RequestOf<Id>['query']>, 'cursor'>;
/** Reads the page of a list that is behind a cursor; the first without one. */
type Read = (cursor?: string) => Promise<Answer>;

let world: World;
let root: TestMember;
beforeAll(async () => {
  world = await createWorld();
  root = await world.member();
});
afterAll(() => world.close());

/** A member who may see a tree of their own, and a function that reads a list of it to the end. */
async function owner() {
  // Beside all others, so that no owner sits in another one's tree.
  const spine = await world.member({ below: root.seatNo, side: 'right' });
  const member = await world.member({ below: spine.seatNo, side: 'left' });
  const browser = world.browser();
  const { accessToken: token } = await browser.session(member);
  const { call } = browser.as({ token });
  const down =
    (query: Asked<'listDownLines'> = {}) =>
    (cursor?: string) =>
      call('listDownLines', { query: { ...query, cursor } });
  const up = (query: Asked<'getSeatUp'>) => (cursor?: string) => call('getSeatUp', { query: { ...query, cursor } });
  const page = async (read: Read, cursor: string | null = null) => {
    const answer = await read(cursor ?? undefined);
    expect(answer.status).toBe(200);
    return answer.body as { items: Item[]; nextCursor: string | null };
  };
  const all = async (read: Read) => {
    const pages: Item[][] = [];
    let cursor: string | null = null;
    do {
      const { items, nextCursor } = await page(read, cursor);
      pages.push(items);
      cursor = nextCursor;
    } while (cursor !== null && pages.length < 20);
    return pages;
  };
  return { member, page, all, down, up };
}

describe('a wide organization', () => {
  it('is listed in pages of fifty, everybody once, nearest level first', async () => {
    const { member, all, down } = await owner();
    const seats = await growTree(world, { under: member.seatNo, prefix: 'wide', plan: fullTree(8) });
    const pages = await all(down());
    expect(pages.map((items) => items.length)).toEqual([50, 50, 50, 50, 50, 4]);
    expect(pages.flat().map(({ username }) => username)).toEqual(seats.map(({ username }) => username));
    expect((await all(down({ level: 7 }))).flat()).toHaveLength(128);
    expect((await all(down({ level: 6 }))).map((items) => items.length)).toEqual([50, 14]);
    const found = (await all(down({ search: 'wide1' }))).flat();
    expect(found.map(({ username }) => username)).toEqual(
      seats.map(({ username }) => username).filter((username) => username.startsWith('wide1')),
    );
    const below = (await all(down({ username: 'wide1', search: 'wide', level: 5 }))).flat();
    expect(below).toHaveLength(32);
    expect(new Set(below.map(({ level }) => level))).toEqual(new Set([6]));
  });

  it('continues after the last seat of the page before, whoever was seated meanwhile', async () => {
    const { member, page, down } = await owner();
    await growTree(world, { under: member.seatNo, prefix: 'grown', plan: fullTree(6) });
    const first = await page(down());
    await growTree(world, { under: first.items[0]?.seatNo ?? 0, prefix: 'later', plan: chain(3, 'left') });
    const second = await page(down(), first.nextCursor);
    const seen = [...first.items, ...second.items].map(({ username }) => username);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((username) => username.startsWith('grown'))).toHaveLength(62);
  });

  it('accepts only cursors of its own list', async () => {
    const { member, page, down } = await owner();
    const other = await owner();
    await growTree(world, { under: member.seatNo, prefix: 'mine', plan: fullTree(7) });
    await growTree(world, { under: other.member.seatNo, prefix: 'theirs', plan: fullTree(7) });
    const { nextCursor } = await page(down());
    await expect(other.page(other.down(), nextCursor)).rejects.toThrow();
    await expect(page(down({ level: 2 }), nextCursor)).rejects.toThrow();
    await expect(page(down({ username: 'mine0' }), nextCursor)).rejects.toThrow();
  });
});

describe('a deep organization', () => {
  it('is listed downwards and upwards in pages, with the same seats', async () => {
    const { member, all, down, up } = await owner();
    const seats = await growTree(world, { under: member.seatNo, prefix: 'deep', plan: chain(130, 'left') });
    const below = await all(down());
    expect(below.map((items) => items.length)).toEqual([50, 50, 30]);
    expect(below.flat().map(({ level }) => level)).toEqual(seats.map((_, index) => index + 1));
    const above = await all(up({ username: 'deep129' }));
    expect(above.map((items) => items.length)).toEqual([50, 50, 31]);
    expect(above.flat().map(({ username }) => username)).toEqual([
      ...seats.map(({ username }) => username).reverse(),
      member.username,
    ]);
    expect((await all(down({ level: 77 }))).flat().map(({ username }) => username)).toEqual(['deep76']);
  });

  it('of exactly one page has no second one', async () => {
    const { member, all, down, up } = await owner();
    await growTree(world, { under: member.seatNo, prefix: 'exact', plan: chain(50, 'right') });
    expect((await all(down())).map((items) => items.length)).toEqual([50]);
    expect((await all(down({ search: 'exact' }))).map((items) => items.length)).toEqual([50]);
    expect((await all(up({ username: 'exact48' }))).map((items) => items.length)).toEqual([50]);
  });
});
