// Months of random trees: what is stored and paid is what a slow computation says that knows nothing of the fast one.
import { afterEach, describe, expect, it } from 'vitest';
import {
  add,
  compare,
  divideFloor,
  floorTo,
  isPositive,
  larger,
  multiply,
  normal,
  smaller,
  subtract,
  sum,
  type Amount,
} from '#money/amount.ts';
import { closeMonth } from '#server/domain/bonuses/close-month.ts';
import { sumVolumes } from '#server/domain/bonuses/sums.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { addRules } from '#server/domain/rules/add-rules.ts';
import { rulesAt, type Rules } from '#server/domain/rules/rules.ts';
import { setRates } from '#tests/api/support/money.ts';
import { buy } from '#tests/api/support/sales.ts';
import { growTree, type PlannedSeat } from '#tests/api/support/trees.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';

/** Each tree is computed twice, once slowly: seconds on an idle machine, minutes on a busy one. */
const LONG_MS = 300_000;
const SEATS = 30;
const MONTHS = ['2026-09', '2026-10', '2026-11'];
const USDT_RATE = '0.97';
const LEADER = '800';
const CHAIRPERSON = '3000';

let world: World;
afterEach(() => world.close());

/** Numbers from 0 up to 1, the same for the same seed. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
}

interface Node {
  seatNo: number;
  memberId: string;
  children: Partial<Record<'left' | 'right', Node>>;
}

interface Sold {
  seatNo: number;
  usd: string;
  at: Date;
  /** The month that it counts in. */
  month: string;
}

/** What the slow computation says of a seat and month. */
interface Expected {
  left: [before: Amount, added: Amount, after: Amount];
  right: [before: Amount, added: Amount, after: Amount];
  matched: Amount;
  bonus: Amount;
  usdt: Amount;
  pp: Amount;
}

const below = (node: Node | undefined, own: (seatNo: number) => Amount): Amount =>
  node === undefined ? '0' : sum([own(node.seatNo), below(node.children.left, own), below(node.children.right, own)]);

/** The months of one seat, from its legs alone. */
function monthsOf(node: Node, sold: readonly Sold[], rules: ReadonlyMap<string, Rules>): Expected[] {
  let [carriedLeft, carriedRight, points]: [Amount, Amount, Amount] = ['0', '0', '0'];
  return MONTHS.map((month) => {
    const { binaryBonusOn, binaryBonusRate, binaryCapUsd, principalPointsShare, principalCeilingUsd } =
      rules.get(month)!;
    const legOf = (side: 'left' | 'right') =>
      below(node.children[side], (seatNo) =>
        sum(sold.filter((sale) => sale.seatNo === seatNo && sale.month === month).map(({ usd }) => usd)),
      );
    const [left, right] = [legOf('left'), legOf('right')];
    const staked = sum(sold.filter((sale) => sale.seatNo === node.seatNo && sale.month <= month).map(({ usd }) => usd));
    const matched =
      binaryBonusOn && isPositive(staked) ? smaller(add(carriedLeft, left), add(carriedRight, right)) : '0';
    const full = multiply(matched, binaryBonusRate);
    const bonus = binaryCapUsd === null ? full : smaller(full, binaryCapUsd);
    const room = larger(subtract(principalCeilingUsd, add(staked, points)), '0');
    const pp = floorTo(smaller(multiply(bonus, principalPointsShare), room), 6);
    const usdt = divideFloor(subtract(bonus, pp), USDT_RATE, 6);
    const after = {
      left: subtract(add(carriedLeft, left), matched),
      right: subtract(add(carriedRight, right), matched),
    };
    const expected: Expected = {
      left: [carriedLeft, left, after.left],
      right: [carriedRight, right, after.right],
      matched,
      bonus,
      usdt,
      pp,
    };
    [carriedLeft, carriedRight, points] = [after.left, after.right, add(points, pp)];
    return expected;
  });
}

async function stored(node: Node): Promise<Expected[]> {
  const rows = await world.db.selectFrom('sales_months').selectAll().where('seat_no', '=', node.seatNo).execute();
  return MONTHS.map((month) => {
    const row = rows.find((each) => each.month === `${month}-01`);
    const of = (side: 'left' | 'right'): Expected['left'] => {
      const [before, added] = [normal(row?.[`${side}_before`] ?? '0'), normal(row?.[`${side}_new`] ?? '0')];
      return [before, added, subtract(add(before, added), normal(row?.matched_usd ?? '0'))];
    };
    return {
      left: of('left'),
      right: of('right'),
      matched: normal(row?.matched_usd ?? '0'),
      bonus: normal(row?.bonus_usd ?? '0'),
      usdt: normal(row?.paid_usdt ?? '0'),
      pp: normal(row?.paid_pp ?? '0'),
    };
  });
}

/** A random tree below the root. */
async function grow(random: () => number): Promise<Node[]> {
  const root = await world.member();
  const plan = Array.from({ length: SEATS - 1 }, (_, index): PlannedSeat => {
    const place = Math.floor(random() * (index + 1)) - 1;
    return { below: place < 0 ? null : place, side: random() < 0.6 ? 'left' : 'right' };
  });
  await growTree(world, { under: root.seatNo, prefix: 'random', plan });
  const seats = await world.db
    .selectFrom('seats')
    .select(['seat_no', 'member_id', 'parent_no', 'side'])
    .orderBy('seat_no')
    .execute();
  const nodes = new Map<number, Node>();
  for (const { seat_no: seatNo, member_id: memberId, parent_no: parent, side } of seats) {
    const node: Node = { seatNo, memberId, children: {} };
    nodes.set(seatNo, node);
    if (parent !== null && side !== null) nodes.get(parent)!.children[side] = node;
  }
  return [...nodes.values()];
}

async function moveTo(moment: string): Promise<void> {
  world.clock.advance((Date.parse(moment) - world.clock.now().getTime()) / 1000);
}

/** Buys in every month, and now and then something of a month before, whose input is closed. */
async function trade(nodes: readonly Node[], random: () => number): Promise<Sold[]> {
  const sold: Sold[] = [];
  for (const [index, month] of MONTHS.entries()) {
    await moveTo(`${month}-20T00:00:00Z`);
    for (const { seatNo, memberId } of nodes) {
      if (random() < 0.5) continue;
      const late = index > 0 && random() < 0.3;
      const usd = (0.01 + random() * 300).toFixed(2);
      const at = new Date(`${late ? MONTHS[index - 1] : month}-15T00:00:00Z`);
      await buy(world, memberId, { usd, at });
      sold.push({ seatNo, usd, at, month });
    }
    await sumVolumes(world.db, world.clock.now());
    world.clock.advance(20 * 24 * 3600);
    await closeMonth(world.services, { month, operator: 'olga', call: { requestId: 'op-1', device: '' } });
  }
  return sold;
}

async function setRandomRules(random: () => number): Promise<Map<string, Rules>> {
  await moveTo('2026-08-20T00:00:00Z');
  await setRates(world, { USDT: USDT_RATE });
  for (const month of MONTHS) {
    const changes = {
      ...{
        binaryBonusRate: (0.01 + random() * 0.2).toFixed(7),
        binaryCapUsd: random() < 0.4 ? (1 + random() * 20).toFixed(3) : null,
        binaryBonusOn: random() < 0.85,
      },
      ...{
        principalPointsShare: random().toFixed(5),
        principalCeilingUsd: (random() * 600).toFixed(2),
        leaderVolumeUsd: LEADER,
        chairpersonVolumeUsd: CHAIRPERSON,
      },
    };
    await addRules(world.db, { changes, effectiveFrom: new Date(`${month}-01T00:00:00Z`), now: world.clock.now() });
  }
  return new Map(
    await Promise.all(
      MONTHS.map(async (month) => [month, await rulesAt(world.db, new Date(`${month}-30T00:00:00Z`))] as const),
    ),
  );
}

describe.each([1, 2, 3, 4])('random tree %i', (seed) => {
  it(
    'has the figures of the slow computation, pays them, and nothing of them is lost',
    async () => {
      const random = sequence(seed);
      world = await createWorld();
      const rules = await setRandomRules(random);
      const nodes = await grow(random);
      const sold = await trade(nodes, random);
      const all = nodes.map((node) => ({ node, expected: monthsOf(node, sold, rules) }));
      expect(all.some(({ expected }) => expected.some(({ matched }) => isPositive(matched)))).toBe(true);
      for (const { node, expected } of all) {
        expect(await stored(node), `seat ${node.seatNo}`).toEqual(expected);
        const { USDT, PP } = await balancesOf(world.db, node.memberId);
        expect({ USDT, PP }, `wallet of seat ${node.seatNo}`).toEqual({
          USDT: sum(expected.map(({ usdt }) => usdt)),
          PP: sum(expected.map(({ pp }) => pp)),
        });
        const weaker = smaller(sum(expected.map(({ left }) => left[1])), sum(expected.map(({ right }) => right[1])));
        const rank =
          compare(weaker, CHAIRPERSON) >= 0 ? 'chairperson' : compare(weaker, LEADER) >= 0 ? 'leader' : 'member';
        expect(
          (
            await world.db
              .selectFrom('members')
              .select('rank')
              .where('id', '=', node.memberId)
              .executeTakeFirstOrThrow()
          ).rank,
        ).toBe(rank);
      }
      const rounded = MONTHS.map((_, index) =>
        divideFloor(sum(all.map(({ expected }) => roundingOf(expected[index]!))), USDT_RATE, 6),
      );
      const journals = await world.db
        .selectFrom('journals')
        .innerJoin('postings', 'postings.journal_id', 'journals.id')
        .select('amount')
        .where('kind', '=', 'rounding')
        .where('amount', '>', '0')
        .orderBy('journals.id')
        .execute();
      expect(journals.map(({ amount }) => normal(amount))).toEqual(rounded.filter(isPositive));
      expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
    },
    LONG_MS,
  );
});

function roundingOf({ bonus, pp, usdt }: Expected): Amount {
  return subtract(subtract(bonus, pp), multiply(usdt, USDT_RATE));
}
