import { describe, expect, it } from 'vitest';
import { ChartModel } from '#src/pages/organization-chart/model.ts';
import type { TreeSeat } from '#src/pages/organization-chart/tree.ts';
import { boxOf, lettersAt } from '#src/pages/organization-chart/view.ts';
import { partOf } from '#tests/browser/support/scripted-tree.ts';
import { chain, complete } from './chart-seats.ts';

/** How much of the organization the chart shows before the member has done anything: as many levels as can be read. */

const seats = complete(9);
/** What is left for the chart of a window: beside the bar of a desk, or between the edges of a phone. */
const DESK = { width: 958, height: 496 };
const TABLET = { width: 446, height: 640 };
const PHONE = { width: 326, height: 484 };

async function opened(all: readonly TreeSeat[], size: { width: number; height: number }) {
  const asked: (number | null)[] = [];
  const model = new ChartModel({
    readTree: (seatNo) => {
      asked.push(seatNo);
      return Promise.resolve({ volumesAt: null, nodes: partOf(all, seatNo ?? 1, 4) });
    },
    readWay: () => Promise.reject(new Error('Nobody is looked for.')),
  });
  model.reader.start();
  await Promise.resolve();
  await Promise.resolve();
  model.resize(size);
  model.readWhatIsSeen();
  await Promise.resolve();
  return { model, asked };
}

const rowsOf = ({ drawn }: ChartModel) =>
  [0, 1, 2, 3, 4].map((row) => drawn.items.filter(({ item, level }) => item.kind === 'seat' && level === row).length);

/** How many of the drawn items are not wholly in the window. */
function cutOff(model: ChartModel): number {
  const { left, right } = boxOf(model.view, model.size);
  // The box has a margin of half a card: what is a whole card away from its edge is in the window.
  return model.drawn.items.filter(({ x }) => x - 0.93 < left || x + 0.93 > right).length;
}

describe('at first', () => {
  it.each([
    ['a desk', DESK, [1, 2, 4, 8, 0]],
    ['a tablet', TABLET, [1, 2, 4, 0, 0]],
    ['a phone', PHONE, [1, 2, 0, 0, 0]],
  ] as const)('%s shows as many levels as fit, after one request', async (_, size, rows) => {
    const { model, asked } = await opened(seats, size);
    expect(rowsOf(model)).toEqual(rows);
    expect(cutOff(model)).toBe(0);
    expect(asked).toEqual([null]);
    // The letters of a card have 12 px or more.
    expect(lettersAt(model.view.scale) * model.view.scale).toBeGreaterThanOrEqual(11.8);
  });

  it('a narrow tree is drawn in the size of its cards, in the middle', async () => {
    const { model } = await opened(
      chain(3, () => 'left'),
      DESK,
    );
    expect(rowsOf(model)).toEqual([1, 1, 1, 0, 0]);
    expect(model.view.scale).toBe(1);
    expect(cutOff(model)).toBe(0);
  });

  it('follows the window until the member has done something', async () => {
    const { model } = await opened(seats, PHONE);
    model.resize(DESK);
    expect(rowsOf(model)).toEqual([1, 2, 4, 8, 0]);
    const { root } = model.tree;
    if (root === null) throw new Error('There is no seat.');
    model.choose({ kind: 'seat', node: root });
    // Beside the details of a seat, the chart is narrower.
    model.resize({ ...DESK, width: 620 });
    expect(rowsOf(model).slice(0, 3)).toEqual([1, 2, 4]);
    expect(root.left?.left?.open).toBe(true);
  });

  it('keeps its scale when a seat is opened', async () => {
    const { model } = await opened(seats, TABLET);
    const { scale } = model.view;
    const node = model.tree.root?.left?.left;
    if (node === undefined || node === null) throw new Error('There is no seat.');
    model.setOpen(node, true);
    expect(model.view.scale).toBe(scale);
  });
});
