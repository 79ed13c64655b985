import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeRoot, placeSeat } from '#server/domain/seats/place.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

type Side = 'left' | 'right';
interface Seat {
  seat_no: number;
  parent_no: number | null;
  side: Side | null;
  depth: number;
  left_head: number;
  right_head: number;
  left_tail: number | null;
  right_tail: number | null;
  jump_no: number;
}

async function freshTree(members: number): Promise<string[]> {
  await sql`DELETE FROM seats`.execute(world.db);
  const at = world.clock.now();
  const ids = Array.from({ length: members }, () => world.services.random.uuid());
  await world.db
    .insertInto('members')
    .values(
      ids.map((id) => ({
        id,
        username: id,
        username_key: id,
        name: id,
        email: id,
        email_key: id,
        referral_code: id,
        culture: 'en-US' as const,
        joined_at: at,
      })),
    )
    .execute();
  return ids;
}

async function place(memberId: string, from: number | null, side: Side): Promise<number> {
  const at = world.clock.now();
  return inTransaction(world.db, (trx) =>
    from === null ? placeRoot(trx, { memberId, at }) : placeSeat(trx, { memberId, from, side, at }),
  );
}

async function readTree(): Promise<Map<number, Seat>> {
  const seats = await world.db.selectFrom('seats').selectAll().orderBy('seat_no').execute();
  return new Map(seats.map((seat) => [seat.seat_no, seat]));
}

/**
 * The order from left to right, computed the slow way, is that of the keys; and everything below a seat is exactly its
 * range.
 */
async function expectOrdered(tree: Map<number, Seat>): Promise<void> {
  const below = new Map<string, number>(
    [...tree.values()].map((seat) => [`${seat.parent_no} ${seat.side}`, seat.seat_no]),
  );
  const subtrees = new Map<number, number[]>();
  const inOrder = (seatNo: number | undefined): number[] => {
    if (seatNo === undefined) return [];
    const seats = [...inOrder(below.get(`${seatNo} left`)), seatNo, ...inOrder(below.get(`${seatNo} right`))];
    subtrees.set(seatNo, seats);
    return seats;
  };
  const root = [...tree.values()].find((seat) => seat.parent_no === null);
  const expected = inOrder(root?.seat_no);
  const { rows } = await sql<{ seat_no: number; within: number[] }>`
    SELECT seat_no, (SELECT array_agg(other.seat_no ORDER BY other.order_key) FROM seats AS other, seat_range(seats.seat_no) AS range
      WHERE other.order_key BETWEEN range.first_key AND range.last_key) AS within
    FROM seats ORDER BY order_key`.execute(world.db);
  expect(rows.map((row) => row.seat_no)).toEqual(expected);
  expect(new Map(rows.map((row) => [row.seat_no, row.within]))).toEqual(
    new Map([...subtrees].sort(([a], [b]) => expected.indexOf(a) - expected.indexOf(b))),
  );
}

/** What every pointer must be, computed the slow way from parents and sides alone. */
function expectSound(tree: Map<number, Seat>): void {
  const at = (seatNo: number): Seat => tree.get(seatNo) ?? expect.fail(`no seat ${seatNo}`);
  const child = (seat: Seat, side: Side) =>
    [...tree.values()].find((other) => other.parent_no === seat.seat_no && other.side === side);
  const head = (seat: Seat, side: Side): Seat =>
    seat.side === side && seat.parent_no !== null ? head(at(seat.parent_no), side) : seat;
  const tail = (seat: Seat, side: Side): Seat => {
    const below = child(seat, side);
    return below === undefined ? seat : tail(below, side);
  };
  for (const seat of tree.values()) {
    expect(seat.depth).toBe(seat.parent_no === null ? 0 : at(seat.parent_no).depth + 1);
    expect(seat.left_head).toBe(head(seat, 'left').seat_no);
    expect(seat.right_head).toBe(head(seat, 'right').seat_no);
    expect(seat.left_tail).toBe(seat.left_head === seat.seat_no ? tail(seat, 'left').seat_no : null);
    expect(seat.right_tail).toBe(seat.right_head === seat.seat_no ? tail(seat, 'right').seat_no : null);
    expectAncestor(seat, seat.jump_no, at);
  }
}

function expectAncestor(seat: Seat, ancestor: number, at: (seatNo: number) => Seat): void {
  let above = seat;
  while (above.seat_no !== ancestor)
    above = above.parent_no === null ? expect.fail(`${ancestor} is not above ${seat.seat_no}`) : at(above.parent_no);
}

describe('placing seats', () => {
  it('keeps every pointer equal to a slow computation, in any order', async () => {
    const placement = fc.record({ from: fc.nat(), side: fc.constantFrom<Side>('left', 'right') });
    await fc.assert(
      fc.asyncProperty(fc.array(placement, { minLength: 1, maxLength: 30 }), async (placements) => {
        const ids = await freshTree(placements.length + 1);
        const seats = [await place(ids[0] ?? '', null, 'left')];
        for (const [index, { from, side }] of placements.entries()) {
          seats.push(await place(ids[index + 1] ?? '', seats[from % seats.length] ?? null, side));
        }
        const tree = await readTree();
        expectSound(tree);
        await expectOrdered(tree);
      }),
      { numRuns: 15 },
    );
  });

  it('takes the first free seat down the chosen side', async () => {
    const [a = '', b = '', c = '', d = '', e = ''] = await freshTree(5);
    const root = await place(a, null, 'left');
    const left = await place(b, root, 'left');
    const deeper = await place(c, root, 'left');
    const right = await place(d, left, 'right');
    const deepest = await place(e, left, 'left');
    const tree = await readTree();
    expect(tree.get(deeper)).toMatchObject({ parent_no: left, side: 'left' });
    expect(tree.get(right)).toMatchObject({ parent_no: left, side: 'right' });
    expect(tree.get(deepest)).toMatchObject({ parent_no: deeper, side: 'left' });
  });

  it('turns 40 concurrent placements on one side into a chain without a gap', async () => {
    const ids = await freshTree(41);
    const root = await place(ids[0] ?? '', null, 'left');
    await Promise.all(ids.slice(1).map((id) => place(id, root, 'right')));
    const tree = await readTree();
    expectSound(tree);
    expect([...tree.values()].map((seat) => seat.depth)).toEqual(Array.from({ length: 41 }, (_, depth) => depth));
  });

  it('keeps concurrent placements all over the tree sound', async () => {
    const ids = await freshTree(61);
    const seats = [await place(ids[0] ?? '', null, 'left')];
    for (let wave = 1; wave < 61; wave += 12) {
      const placed = await Promise.all(
        ids
          .slice(wave, wave + 12)
          .map((id, index) => place(id, seats[(index * 7) % seats.length] ?? null, index % 2 === 0 ? 'left' : 'right')),
      );
      seats.push(...placed);
    }
    const tree = await readTree();
    expect(tree.size).toBe(61);
    expectSound(tree);
    await expectOrdered(tree);
  });

  it('finds every ancestor by jumps, even down a long chain, in few steps', async () => {
    const ids = await freshTree(200);
    const root = await place(ids[0] ?? '', null, 'left');
    for (const id of ids.slice(1)) await place(id, root, 'left');
    const tree = [...(await readTree()).values()];
    const bottom = tree.at(-1);
    const { rows } = await sql<{
      found: number[];
    }>`SELECT array_agg(seat_ancestor(${bottom?.seat_no}, depth) ORDER BY depth) AS found FROM generate_series(0, 199) AS depth`.execute(
      world.db,
    );
    expect(rows[0]?.found).toEqual(tree.map((seat) => seat.seat_no));
    const jumps = new Map(tree.map((seat) => [seat.seat_no, seat.jump_no]));
    let steps = 0;
    for (let seat = bottom?.seat_no ?? 0; seat !== root; seat = jumps.get(seat) ?? root) steps += 1;
    expect(steps).toBeLessThan(16);
  });
});

describe('the order of seats', () => {
  it('keeps its keys short on a long path that zigzags', async () => {
    const ids = await freshTree(420);
    let at = await place(ids[0] ?? '', null, 'left');
    await place(ids[1] ?? '', at, 'right');
    for (const [index, id] of ids.slice(2).entries()) at = await place(id, at, index % 2 === 0 ? 'left' : 'right');
    await expectOrdered(await readTree());
    const { rows } = await sql<{ longest: number }>`SELECT max(scale(order_key)) AS longest FROM seats`.execute(
      world.db,
    );
    expect(rows[0]?.longest).toBeLessThan(1000);
  });
});

describe('the database itself', () => {
  it('refuses a second seat of a member, a second root, a taken side, an unknown side and an unknown seat', async () => {
    const [a = '', b = '', c = ''] = await freshTree(3);
    const root = await place(a, null, 'left');
    const left = await place(b, root, 'left');
    await expect(place(b, root, 'right')).rejects.toThrow(/seats_member_id_key/);
    await expect(place(c, null, 'left')).rejects.toThrow(/seats_root/);
    await expect(place(c, 2_000_000, 'left')).rejects.toThrow('no such seat');
    await expect(
      sql`SELECT place_seat(${c}, ${root}, 'middle', ${world.clock.now()})`.execute(world.db),
    ).rejects.toThrow('no such side');
    const taken = sql`INSERT INTO seats SELECT nextval('seat_numbers'), ${c}, parent_no, side, depth, left_head, currval('seat_numbers'), null, currval('seat_numbers'), jump_no, placed_at, order_key + 0.5 FROM seats WHERE seat_no = ${left}`;
    await expect(taken.execute(world.db)).rejects.toThrow(/seats_parent_no_side_key/);
  });

  it('refuses a parent that is younger than its child, so that no cycle can be written', async () => {
    const [a = '', b = '', c = ''] = await freshTree(3);
    const root = await place(a, null, 'left');
    const left = await place(b, root, 'left');
    const right = await place(c, root, 'right');
    await expect(sql`UPDATE seats SET parent_no = ${right} WHERE seat_no = ${left}`.execute(world.db)).rejects.toThrow(
      /check constraint/,
    );
  });
});
