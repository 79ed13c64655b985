import { describe, expect, it } from 'vitest';
import { boxesOf, isRows, type Sketch } from '#atlas/diagram/boxes.ts';
import type { Drawing } from '#atlas/diagram/drawing.ts';
import { layOut } from '#atlas/diagram/layout.ts';
import { crossings, overlaps, struckLabels } from '#atlas/diagram/overlaps.ts';
import { freshDocument } from '#walk/documents/documents.ts';
import { flows } from '#walk/paths/flows.ts';
import { lifecycles } from '#walk/documents/lifecycles.ts';
import { chartOf, chartOfLifecycle, elk } from './support.ts';

const charts = [
  ...flows.map((cases) => ({ name: cases.machine.id, sketch: (): Sketch => freshDocument(cases) })),
  ...lifecycles.map(({ id }) => ({ name: `lifecycle of ${id}`, sketch: (): Sketch => chartOfLifecycle(id) })),
];

const engine = elk();
const draw = (sketch: Sketch): Promise<Drawing> => layOut(engine, boxesOf(sketch));

function wrongIn(drawing: Drawing): readonly string[] {
  return [...overlaps(drawing), ...crossings(drawing), ...struckLabels(drawing)];
}

/** Every id of a drawing that can be pressed. */
function shownIn({ boxes, edges }: Drawing): {
  readonly states: ReadonlySet<string>;
  readonly transitions: ReadonlySet<string>;
} {
  const pieces = [...boxes.flatMap(({ rows }) => rows), ...edges.flatMap(({ lines }) => lines)].flat();
  return {
    states: new Set([...boxes.flatMap(({ state }) => state ?? []), ...pieces.flatMap(({ state }) => state ?? [])]),
    transitions: new Set(pieces.flatMap(({ transition }) => transition ?? [])),
  };
}

describe.each(charts)('the diagram of $name', ({ sketch }) => {
  it('has no overlaps, and shows every state and transition', async () => {
    const chart = sketch();
    const drawing = await draw(chart);
    expect(wrongIn(drawing)).toEqual([]);
    const shown = shownIn(drawing);
    expect(chart.states.map(({ path }) => path).filter((path) => !shown.states.has(path))).toEqual([]);
    // A transition that is possible anywhere and changes nothing is not drawn.
    const drawn = chart.transitions.filter(({ source, targets }) => source !== '(any)' || targets.length > 0);
    expect(drawn.map(({ id }) => id).filter((id) => !shown.transitions.has(id))).toEqual([]);
  });

  it('has none when its groups are collapsed', async () => {
    const chart = sketch();
    const groups = chart.states
      .filter(({ path, kind }) => kind === 'compound' && !isRows(chart, path))
      .map(({ path }) => path);
    for (const group of groups) expect(wrongIn(await draw({ ...chart, collapsed: new Set([group]) }))).toEqual([]);
    expect(wrongIn(await draw({ ...chart, collapsed: new Set(groups) }))).toEqual([]);
  });
});

describe('an overlap', () => {
  const box = { kind: 'state', state: 'a', name: 'a', tags: [], facts: [], rows: [] } as const;
  const place = (id: string, x: number, y: number) => ({ ...box, id, x, y, width: 10, height: 10 });
  const label = { x: 4, y: 24, width: 8, height: 4 };
  const edge = {
    id: 'a to b',
    from: 'a',
    to: 'b',
    kind: 'event',
    lines: [],
    points: [
      { x: 5, y: 10 },
      { x: 5, y: 60 },
    ],
    label: null,
  } as const;

  it('is found: boxes on boxes, labels on boxes, edges through boxes and labels', () => {
    expect(overlaps({ width: 1, height: 1, boxes: [place('a', 0, 0), place('b', 9, 9)], edges: [] })).toEqual([
      'a and b',
    ]);
    expect(overlaps({ width: 1, height: 1, boxes: [place('a', 0, 20)], edges: [{ ...edge, label }] })).toEqual([
      'a and label of a to b',
    ]);
    expect(
      crossings({
        width: 1,
        height: 1,
        boxes: [place('a', 0, 0), place('c', 0, 30), place('b', 0, 60)],
        edges: [edge],
      }),
    ).toEqual(['a to b runs through c']);
    expect(struckLabels({ width: 1, height: 1, boxes: [], edges: [edge, { ...edge, id: 'other', label }] })).toEqual([
      'a to b runs through the label of other',
    ]);
  });

  it('is not found if a box is in its group', () => {
    expect(
      overlaps({
        width: 1,
        height: 1,
        boxes: [{ ...place('g', 0, 0), kind: 'group', width: 90, height: 90 }, place('a', 9, 9)],
        edges: [],
      }),
    ).toEqual([]);
  });
});

it('a box shows a state’s title, route and calls', async () => {
  const chart = chartOf('withdrawal');
  const drawing = await draw({ ...chart, titleOf: ({ title }) => title });
  expect(drawing.boxes.find(({ state }) => state === 'confirming')?.facts).toEqual([
    '“confirmation:noCode”',
    '/Withdraw2?step=code',
    '⇄ confirmation',
  ]);
});
