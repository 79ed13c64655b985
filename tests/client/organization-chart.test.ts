import { describe, expect, it } from 'vitest';
import { drawnIn, extentOf, xOf } from '#src/pages/organization-chart/layout.ts';
import {
  itemsFrom,
  keyOf,
  lastOf,
  moveOf,
  nextOf,
  previousOf,
  typedAhead,
  type Item,
} from '#src/pages/organization-chart/order.ts';
import {
  ChartTree,
  isPlaceOfLink,
  levelOf,
  placeKind,
  type ChartSeat,
  type TreeSeat,
} from '#src/pages/organization-chart/tree.ts';
import {
  boxOf,
  bringing,
  CARD_HEIGHT,
  CARD_SCALE,
  dragged,
  fitted,
  LEVEL_HEIGHT,
  narrowAt,
  PLACE_WIDTH,
  zoomed,
} from '#src/pages/organization-chart/view.ts';
import { chain, complete, randomTree, seat } from './chart-seats.ts';

/** The logic of the organization chart below its screen: where seats are, which are drawn, and how keys move. */

const treeOf = (seats: readonly TreeSeat[]): ChartTree => {
  const tree = new ChartTree();
  tree.add(seats);
  return tree;
};
const rootOf = (tree: ChartTree): ChartSeat => {
  if (tree.root === null) throw new Error('The tree is empty.');
  return tree.root;
};
const found = (tree: ChartTree, seatNo: number): ChartSeat => {
  const node = tree.find(seatNo);
  if (node === undefined) throw new Error(`There is no seat ${seatNo}.`);
  return node;
};
const EVERYTHING = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
const keysOf = (items: readonly Item[]) => items.map(keyOf);
const itemOfSeat = (tree: ChartTree, seatNo: number): Item => ({ kind: 'seat', node: found(tree, seatNo) });

/**
 * Places of each level from left to right; two on a level must be at least half a card apart, two seats a whole one.
 */
function overlaps(tree: ChartTree): string[] {
  const rows = new Map<number, { x: number; key: string; half: number }[]>();
  for (const { item, x, level } of drawnIn(rootOf(tree), EVERYTHING).items) {
    const row = rows.get(level) ?? [];
    rows.set(level, [...row, { x, key: keyOf(item), half: item.kind === 'seat' ? 0.5 : 0.25 }]);
  }
  return [...rows.values()].flatMap((row) => {
    const sorted = row.toSorted((a, b) => a.x - b.x);
    return sorted.slice(1).flatMap((each, place) => {
      const before = sorted[place];
      return before !== undefined && each.x - before.x < each.half + before.half - 1e-9
        ? [`${before.key} and ${each.key}`]
        : [];
    });
  });
}

/** Seats that are not on their side of every seat above them. */
function wrongSides(tree: ChartTree): number[] {
  const at = new Map(drawnIn(rootOf(tree), EVERYTHING).items.map(({ item, x }) => [keyOf(item), x]));
  const wrong: number[] = [];
  for (const { item, x } of drawnIn(rootOf(tree), EVERYTHING).items) {
    for (let node: ChartSeat | null = item.node; item.kind === 'seat' && node?.parent != null; node = node.parent) {
      const parentX = at.get(String(node.parent.seatNo)) ?? 0;
      const isLeft = node.parent.left === node;
      if (isLeft ? x >= parentX : x <= parentX) wrong.push(item.node.seatNo);
    }
  }
  return wrong;
}

describe('the layout', () => {
  it.each([
    ['a full tree', complete(6)],
    ['a chain down the left', chain(200, () => 'left')],
    ['a zigzag', chain(200, (place) => (place % 2 === 0 ? 'left' : 'right'))],
    ['a tree as chance has it', randomTree(600, 7)],
    ['another one', randomTree(600, 2026)],
  ])('of %s has no overlaps, and every seat on its side', (_, seats) => {
    const tree = treeOf(seats);
    expect(tree.size).toBe(seats.length);
    expect(overlaps(tree)).toEqual([]);
    expect(wrongSides(tree)).toEqual([]);
  });

  it('is the same whether the seats arrived at once or in parts', () => {
    const seats = randomTree(400, 11);
    const [atOnce, inParts] = [treeOf(seats), new ChartTree()];
    for (let start = 0; start < seats.length; start += 7) inParts.add(seats.slice(start, start + 7));
    for (const { seatNo } of seats) {
      expect(xOf(itemOfSeat(inParts, seatNo))).toBe(xOf(itemOfSeat(atOnce, seatNo)));
    }
    expect(extentOf(rootOf(inParts))).toEqual(extentOf(rootOf(atOnce)));
  });

  it('frees the room of a collapsed seat, and takes it again', () => {
    const tree = treeOf(complete(4));
    const before = extentOf(rootOf(tree));
    tree.setOpen(found(tree, 2), false);
    expect(overlaps(tree)).toEqual([]);
    expect(extentOf(rootOf(tree)).left).toBe(-1);
    expect(drawnIn(rootOf(tree), EVERYTHING).items.some(({ item }) => keyOf(item) === '4')).toBe(false);
    tree.setOpen(found(tree, 2), true);
    expect(extentOf(rootOf(tree))).toEqual(before);
    expect(before).toEqual({ left: -8, right: 8, top: 0, bottom: 5 });
  });

  it('draws what a box touches, and everything that it touches', () => {
    const tree = treeOf(randomTree(800, 3));
    const all = drawnIn(rootOf(tree), EVERYTHING);
    const box = { left: -30, right: 9, top: 4, bottom: 9 };
    const inside = all.items.filter(
      ({ x, level }) => x + 0.5 >= box.left && x - 0.5 <= box.right && level >= box.top && level <= box.bottom,
    );
    expect(inside.length).toBeGreaterThan(5);
    expect(keysOf(drawnIn(rootOf(tree), box).items.map(({ item }) => item))).toEqual(
      keysOf(inside.map(({ item }) => item)),
    );
    const lines = all.edges.filter(
      ({ x, toX, level }) =>
        Math.max(x, toX) >= box.left && Math.min(x, toX) <= box.right && level + 1 >= box.top && level <= box.bottom,
    );
    expect(drawnIn(rootOf(tree), box).edges).toEqual(lines);
  });

  it('draws in reading order', () => {
    const tree = treeOf(randomTree(300, 5));
    expect(keysOf(drawnIn(rootOf(tree), EVERYTHING).items.map(({ item }) => item))).toEqual(
      keysOf(itemsFrom(itemOfSeat(tree, 1), 10_000)),
    );
  });
});

describe('a hundred thousand seats', () => {
  const SEATS = 100_000;
  const timed = <T>(act: () => T): { value: T; ms: number } => {
    const start = performance.now();
    return { value: act(), ms: performance.now() - start };
  };

  it('are laid out in one pass over what arrived, and a view costs only what it shows', () => {
    const seats = complete(16).slice(0, SEATS);
    // The reference: creating and indexing as many objects, on this machine at this time.
    const reference = timed(() => new Map(seats.map((each) => [each.seatNo, { ...each }])));
    const { value: tree, ms } = timed(() => treeOf(seats));
    expect(tree.size).toBe(SEATS);
    expect(reference.value.size).toBe(SEATS);
    expect(ms).toBeLessThan(Math.max(500, reference.ms * 20));

    const size = { width: 360, height: 480 };
    const close = { ...fitted(extentOf(rootOf(tree)), size), scale: CARD_SCALE };
    expect(drawnIn(rootOf(tree), boxOf(close, size), narrowAt(close.scale)).items.length).toBeLessThan(100);
    const whole = fitted(extentOf(rootOf(tree)), size);
    const drawn = drawnIn(rootOf(tree), boxOf(whole, size), narrowAt(whole.scale));
    expect(drawn.items.length + drawn.edges.length + drawn.strokes.length).toBeLessThan(2_000);
    expect(drawn.strokes.length).toBeGreaterThan(0);
    const once = timed(() => treeOf(complete(4)));
    const one = timed(() => tree.add([{ ...seat(200_000, seats.at(-1)), position: 'left' }]));
    expect(one.ms).toBeLessThan(Math.max(20, once.ms * 50));
    expect(overlaps(treeOf(complete(10)))).toEqual([]);
  });

  it('may form one chain, whose end is found without a deep stack', () => {
    const tree = treeOf(chain(SEATS, () => 'right'));
    const last = itemOfSeat(tree, SEATS);
    expect(xOf(last)).toBe((SEATS - 1) / 2);
    expect(keyOf(lastOf(itemOfSeat(tree, 1)))).toBe(`${SEATS}-right`);
    const view = { x: xOf(last) * PLACE_WIDTH, y: levelOf(found(tree, SEATS)) * LEVEL_HEIGHT, scale: 1 };
    expect(drawnIn(rootOf(tree), boxOf(view, { width: 360, height: 480 })).items.length).toBeLessThan(30);
  });
});

describe('places', () => {
  // 1 has 2 on the left; something on the right of 2 is not loaded.
  const top = { ...seat(1, undefined), hasLeft: true };
  const below = { ...seat(2, top), position: 'left' as const, hasRight: true };

  it('are taken, free, or not loaded yet', () => {
    const tree = treeOf([top, below]);
    expect([placeKind(found(tree, 1), 'left'), placeKind(found(tree, 1), 'right')]).toEqual(['seat', 'free']);
    expect([placeKind(found(tree, 2), 'left'), placeKind(found(tree, 2), 'right')]).toEqual(['free', 'unread']);
  });

  it('of a seat that was loaded only in passing are unknown', () => {
    const tree = treeOf([top]);
    const { hasLeft: _, hasRight: __, ...passed } = below;
    tree.add([passed]);
    expect(placeKind(found(tree, 2), 'left')).toBe('unread');
    tree.add([below]);
    expect(placeKind(found(tree, 2), 'left')).toBe('free');
    // Data that arrive later with fewer fields remove nothing.
    tree.add([passed]);
    expect(placeKind(found(tree, 2), 'left')).toBe('free');
  });

  it('are the target of a link only on the outer edge of its side', () => {
    const tree = treeOf([top, below]);
    expect(isPlaceOfLink(found(tree, 1), 'right')).toBe(true);
    expect(isPlaceOfLink(found(tree, 2), 'left')).toBe(true);
    const inner = treeOf([top, { ...below, hasRight: false }]);
    expect(isPlaceOfLink(found(inner, 2), 'right')).toBe(false);
    expect(isPlaceOfLink(found(tree, 1), 'left')).toBe(false);
  });
});

describe('keys', () => {
  const tree = treeOf(complete(2));
  const press = (from: Item, key: string) => moveOf(tree, from, key);
  const goes = (from: Item, key: string) => {
    const move = press(from, key);
    return move !== null && 'to' in move ? keyOf(move.to) : null;
  };
  const [one, two, seven] = [itemOfSeat(tree, 1), itemOfSeat(tree, 2), itemOfSeat(tree, 7)];

  it('move through everything that is expanded, back and forth', () => {
    const all = itemsFrom(one, 100);
    expect(keysOf(all)).toEqual([
      '1',
      '2',
      '4',
      '4-left',
      '4-right',
      '5',
      '5-left',
      '5-right',
      '3',
      '6',
      '6-left',
      '6-right',
      '7',
      '7-left',
      '7-right',
    ]);
    const last = all.at(-1) as Item;
    expect(nextOf(last)).toBeNull();
    const back = [last];
    for (let item = previousOf(last); item !== null; item = previousOf(item)) back.push(item);
    expect(keysOf(back)).toEqual(keysOf(all).toReversed());
  });

  it('are those of the tree pattern', () => {
    expect([
      goes(one, 'ArrowDown'),
      goes(two, 'ArrowUp'),
      goes(one, 'ArrowRight'),
      goes(seven, 'Home'),
      goes(one, 'End'),
    ]).toEqual(['2', '1', '2', '1', '7-right']);
    expect(press(two, 'ArrowLeft')).toEqual({ close: found(tree, 2) });
    tree.setOpen(found(tree, 2), false);
    expect(goes(two, 'ArrowLeft')).toBe('1');
    expect(goes(two, 'ArrowDown')).toBe('3');
    expect(press(two, 'ArrowRight')).toEqual({ open: found(tree, 2) });
    tree.setOpen(found(tree, 2), true);
    expect(press(two, 'Enter')).toEqual({ choose: two });
    expect(goes({ kind: 'free', node: found(tree, 7), side: 'left' }, 'ArrowLeft')).toBe('7');
    expect(press({ kind: 'free', node: found(tree, 7), side: 'left' }, 'ArrowRight')).toBeNull();
    expect(press({ kind: 'unread', node: found(tree, 7), side: 'left' }, 'Enter')).toEqual({ read: found(tree, 7) });
    expect(press(one, 'F5')).toBeNull();
  });

  it('find a name by its beginning, wrapping around', () => {
    expect(keyOf(typedAhead(tree, one, 'member5') as Item)).toBe('5');
    expect(keyOf(typedAhead(tree, seven, 'm') as Item)).toBe('1');
    expect(keyOf(typedAhead(tree, one, 'm') as Item)).toBe('2');
    expect(keyOf(typedAhead(tree, two, 'NAME 7') as Item)).toBe('7');
    expect(typedAhead(tree, two, 'nobody')).toBeNull();
  });
});

describe('the view', () => {
  const size = { width: 360, height: 480 };
  const view = { x: 100, y: 50, scale: 0.8 };

  it('keeps the point under the fingers in place', () => {
    const at = { x: 70, y: -30 };
    const after = zoomed(view, 1.5, at);
    expect(after.x + at.x / after.scale).toBeCloseTo(view.x + at.x / view.scale);
    expect(after.y + at.y / after.scale).toBeCloseTo(view.y + at.y / view.scale);
    expect(zoomed(view, 1e9).scale).toBe(1.6);
    expect(zoomed(view, 1e-9).scale).toBeGreaterThan(0);
    expect(dragged(view, { x: 8, y: -8 })).toEqual({ x: 90, y: 60, scale: 0.8 });
  });

  it('moves no further than needed to show a card', () => {
    expect(bringing(view, { x: 0.5, level: 0 }, size)).toEqual(view);
    const moved = bringing(view, { x: 10, level: 0 }, size);
    expect(moved.x).toBeLessThan(10 * PLACE_WIDTH);
    expect(boxOf(moved, size).right).toBeGreaterThan(10.4);
    expect(moved.y).toBe(view.y);
    expect(bringing({ ...view, scale: 0.01 }, { x: 10, level: 2 }, size)).toMatchObject({
      x: 10 * PLACE_WIDTH,
      y: 2 * LEVEL_HEIGHT,
    });
  });

  it.each([
    [{ top: 0, bottom: 260 }],
    [{ top: 120, bottom: 0 }],
    [{ top: 40, bottom: 240 }],
    // No card fits into what is left: it is in the middle of it.
    [{ top: 10, bottom: size.height - 30 }],
  ])('shows a card in the part of the window that is free, of which %j is not', (covered) => {
    for (const level of [0, 1, 3]) {
      const moved = bringing(view, { x: 0, level }, size, covered);
      const middle = (level * LEVEL_HEIGHT - moved.y) * moved.scale + size.height / 2;
      const half = (CARD_HEIGHT / 2) * moved.scale;
      const free = size.height - covered.top - covered.bottom;
      if (free < 2 * half) expect(middle).toBeCloseTo(covered.top + free / 2);
      else {
        expect(middle - half).toBeGreaterThanOrEqual(covered.top - 1);
        expect(middle + half).toBeLessThanOrEqual(size.height - covered.bottom + 1);
      }
      expect(bringing(moved, { x: 0, level }, size, covered)).toEqual(moved);
    }
  });

  it('fits all that is drawn', () => {
    const extent = extentOf(rootOf(treeOf(complete(5))));
    const box = boxOf(fitted(extent, size), size);
    expect(box.left).toBeLessThanOrEqual(extent.left);
    expect(box.right).toBeGreaterThanOrEqual(extent.right);
    expect(box.bottom).toBeGreaterThanOrEqual(extent.bottom);
  });
});
