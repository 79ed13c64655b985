// How many members are on each side of a seat: the same at any time in every call that returns it, whenever volumes
// were last summed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sumVolumes } from '#server/domain/bonuses/sums.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { newcomer } from '../support/newcomers.ts';
import { bodyOf, callWithFresh } from '../support/call.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let own: TestMember;
let token: string;
/** Username → seat number, for all seats. */
let seatNos: Map<string, number>;

beforeAll(async () => {
  world = await createWorld();
  own = await world.member({ username: 'mika' });
  const nori = await world.member({ username: 'nori', below: own.seatNo, side: 'left' });
  await world.member({ username: 'kei', below: own.seatNo, side: 'right' });
  await world.member({ username: 'deep', below: nori.seatNo, side: 'right' });
  await sumVolumes(world.db, world.clock.now());
  token = (await world.browser().session(own)).accessToken;
});
afterAll(() => world.close());

const call = callWithFresh(() => world.browser().as({ token }));
const sides = (left: number, right: number) => ({ left, right });

/** What is below both sides of each seat, found by walking the tree one by one. */
async function walked(): Promise<Record<string, { left: number; right: number }>> {
  const seats = await world.db
    .selectFrom('seats')
    .innerJoin('members', 'members.id', 'seats.member_id')
    .select(['seat_no', 'parent_no', 'side', 'username'])
    .execute();
  seatNos = new Map(seats.map((seat) => [seat.username, seat.seat_no]));
  const below = (parent: number, side: 'left' | 'right' | null): number =>
    seats
      .filter((seat) => seat.parent_no === parent && (side === null || seat.side === side))
      .reduce((count, seat) => count + 1 + below(seat.seat_no, null), 0);
  return Object.fromEntries(
    seats.map((seat) => [seat.username, sides(below(seat.seat_no, 'left'), below(seat.seat_no, 'right'))]),
  );
}

/** Every call that returns counts of members must return the right ones. */
async function expectAgreement(): Promise<void> {
  const truth = await walked();
  const community = bodyOf(await call('getCommunityInfo'));
  expect(sides(community.left.members, community.right.members)).toEqual(truth.mika);
  for (const levels of [1, 2, 3, 12]) {
    const { nodes } = bodyOf(await call('getSeatTree', { query: { levels } }));
    for (const node of nodes)
      expect(sides(node.leftMembers, node.rightMembers), `${node.username} of ${levels} levels`).toEqual(
        truth[node.username],
      );
  }
  for (const [username, expected] of Object.entries(truth)) {
    const member = bodyOf(await call('getOrganizationMember', { query: { username } }));
    expect(sides(member.left.figures.members, member.right.figures.members), username).toEqual(expected);
    const { nodes } = bodyOf(await call('getSeatTree', { query: { levels: 1, seatNo: seatNos.get(username) } }));
    expect(sides(nodes[0].leftMembers, nodes[0].rightMembers), `${username} at the top`).toEqual(expected);
  }
}

describe('the members of both sides', () => {
  it('agree in every call right after the sums were computed', () => expectAgreement());

  it('agree as soon as somebody has signed up, before the next sum', async () => {
    const guest = await newcomer(world, { introducer: own, side: 'left', username: 'guest' });
    expect((await guest.register()).status).toBe(200);
    await expectAgreement();
    expect((await walked()).mika).toEqual(sides(3, 1));
  });

  it('agree after many have joined, in any place, and after the next sum', async () => {
    let random = 7;
    await walked();
    const names = [...seatNos.keys()];
    for (let count = 0; count < 30; count += 1) {
      random = (random * 16_807) % 2_147_483_647;
      const below = seatNos.get(names[random % names.length] ?? '') ?? own.seatNo;
      const username = `more-${count}`;
      const { seatNo } = await world.member({ username, below, side: random % 2 === 0 ? 'left' : 'right' });
      seatNos.set(username, seatNo);
      names.push(username);
      if (count === 12) await sumVolumes(world.db, world.clock.now());
    }
    await expectAgreement();
    expect(await world.db.selectFrom('uncounted_seats').selectAll().execute()).not.toEqual([]);
    await sumVolumes(world.db, world.clock.now());
    expect(await world.db.selectFrom('uncounted_seats').selectAll().execute()).toEqual([]);
    await expectAgreement();
  });
});
