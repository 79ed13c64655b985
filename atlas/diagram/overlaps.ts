/** Overlaps in a diagram, computed from the layout, so that a test can require that there are none. */
import type { Drawing, DrawnBox, DrawnEdge, Point, Rect } from './drawing.ts';

/** How far things may touch before it counts, in pixels. */
const SLACK = 0.5;

/** Pairs of overlapping boxes, of labels, and of a label and a box; a box in its group does not count. */
export function overlaps({ boxes, edges }: Drawing): readonly string[] {
  const labels = edges.flatMap(({ id, label }) =>
    label === null ? [] : [{ id: `label of ${id}`, rect: label, box: null }],
  );
  const places = [...boxes.map((box) => ({ id: box.id, rect: box as Rect, box })), ...labels];
  return places.flatMap((one, index) =>
    places
      .slice(index + 1)
      .flatMap((other) => (meets(one.rect, other.rect) && !isNested(one, other) ? [`${one.id} and ${other.id}`] : [])),
  );
}

/** Edges that run through a box that they neither leave nor reach. */
export function crossings({ boxes, edges }: Drawing): readonly string[] {
  return edges.flatMap((edge) =>
    boxes.flatMap((box) =>
      box.kind !== 'group' && box.id !== edge.from && box.id !== edge.to && runsThrough(edge, box)
        ? [`${edge.id} runs through ${box.id}`]
        : [],
    ),
  );
}

/** Labels that another edge runs through. */
export function struckLabels({ edges }: Drawing): readonly string[] {
  return edges.flatMap(({ id, label }) =>
    label === null
      ? []
      : edges.flatMap((other) =>
          other.id !== id && runsThrough(other, label) ? [`${other.id} runs through the label of ${id}`] : [],
        ),
  );
}

interface Place {
  readonly id: string;
  readonly rect: Rect;
  readonly box: DrawnBox | null;
}

function meets(a: Rect, b: Rect): boolean {
  return (
    a.x + SLACK < b.x + b.width &&
    b.x + SLACK < a.x + a.width &&
    a.y + SLACK < b.y + b.height &&
    b.y + SLACK < a.y + a.height
  );
}

/** Whether one is inside the other on purpose: a box or a label inside a group. */
function isNested(one: Place, other: Place): boolean {
  return [one, other].some(
    (outer) => outer.box?.kind === 'group' && isWithin(outer === one ? other.rect : one.rect, outer.rect),
  );
}

function isWithin(inner: Rect, outer: Rect): boolean {
  return (
    inner.x >= outer.x - SLACK &&
    inner.y >= outer.y - SLACK &&
    inner.x + inner.width <= outer.x + outer.width + SLACK &&
    inner.y + inner.height <= outer.y + outer.height + SLACK
  );
}

function runsThrough({ points }: Pick<DrawnEdge, 'points'>, rect: Rect): boolean {
  return points.slice(1).some((point, index) => meets(segmentRect(points[index] ?? point, point), rect));
}

/** All runs are horizontal or vertical, so a run is a rectangle without width or height. */
function segmentRect(a: Point, b: Point): Rect {
  const thin = SLACK * 2 + 0.1;
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.max(Math.abs(a.x - b.x), thin),
    height: Math.max(Math.abs(a.y - b.y), thin),
  };
}
