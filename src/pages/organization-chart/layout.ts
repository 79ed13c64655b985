// Where things are and which of them are in view. Horizontal units are card widths from the top seat, vertical units
// are levels.
import { below, type Item } from './order.ts';
import { levelOf, type ChartSeat, type Side } from './tree.ts';

/** A part of the plane. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface DrawnItem {
  readonly item: Item;
  readonly x: number;
  readonly level: number;
}

/** A line from a seat to a place below it. */
export interface Edge {
  readonly x: number;
  readonly level: number;
  readonly toX: number;
}

/** What is below a seat that is too narrow to show details: a stroke as long as the subtree is deep. */
export interface Stroke {
  readonly x: number;
  readonly level: number;
  readonly depth: number;
}

export interface Drawn {
  /** In reading order. */
  readonly items: readonly DrawnItem[];
  readonly edges: readonly Edge[];
  readonly strokes: readonly Stroke[];
}

const HALF_CARD = 0.5;
/** The distance of an empty place from the seat above it. */
const BESIDE = 0.25;

function stepTo(parent: ChartSeat, child: ChartSeat): number {
  return parent.left === child ? -child.roomRight : child.roomLeft;
}

function xOfSeat(node: ChartSeat): number {
  let x = 0;
  for (let each = node; each.parent !== null; each = each.parent) x += stepTo(each.parent, each);
  return x;
}

/** The horizontal position of an item, from the widths of the seats above it. */
export function xOf(item: Item): number {
  if (item.kind === 'seat') return xOfSeat(item.node);
  return xOfSeat(item.node) + (item.side === 'left' ? -BESIDE : BESIDE);
}

/** The width of the drawing of a seat and so many levels below it, in cards. */
export function widthOf({ left, right }: ChartSeat, levels: number): number {
  if (levels === 0) return 2 * HALF_CARD;
  return [left, right].reduce((sum, each) => sum + (each === null ? HALF_CARD : widthOf(each, levels - 1)), 0);
}

/** The bounds of the whole drawing. */
export function extentOf(root: ChartSeat): Box {
  return { left: -root.roomLeft, right: root.roomRight, top: levelOf(root), bottom: levelOf(root) + root.depth };
}

/** Whether nothing at or below the seat can be in the box, including lines to it. */
function isOutside(
  { roomLeft, roomRight, depth }: ChartSeat,
  { x, level }: { x: number; level: number },
  box: Box,
): boolean {
  return level > box.bottom || level + depth < box.top || x + roomRight < box.left || x - roomLeft > box.right;
}

/**
 * The part of the tree inside the box. Sides that the box does not touch are never visited, so the work depends on what
 * is seen and on the path down to it. Anything narrower than `narrow` becomes a stroke.
 */
export function drawnIn(root: ChartSeat, box: Box, narrow = 0): Drawn {
  const items: DrawnItem[] = [];
  const edges: Edge[] = [];
  const strokes: Stroke[] = [];
  const waiting: DrawnItem[] = [{ item: { kind: 'seat', node: root }, x: 0, level: levelOf(root) }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { item, x, level } = next;
    const isInBox = level >= box.top && level <= box.bottom && x + HALF_CARD >= box.left && x - HALF_CARD <= box.right;
    if (item.kind !== 'seat') {
      if (isInBox) items.push(next);
      continue;
    }
    const { node } = item;
    if (isOutside(node, { x, level }, box)) continue;
    if (node.depth > 1 && node.roomLeft + node.roomRight < narrow) {
      strokes.push({ x, level, depth: node.depth });
      continue;
    }
    if (isInBox) items.push(next);
    if (!node.open) continue;
    for (const side of ['right', 'left'] satisfies Side[]) {
      const child = below(node, side);
      const toX = child.kind === 'seat' ? x + stepTo(node, child.node) : x + (side === 'left' ? -BESIDE : BESIDE);
      if (level + 1 >= box.top && Math.max(x, toX) >= box.left && Math.min(x, toX) <= box.right)
        edges.push({ x, level, toX });
      waiting.push({ item: child, x: toX, level: level + 1 });
    }
  }
  return { items, edges, strokes };
}

/** The drawn seat nearest to a point; null if none is drawn. */
export function nearestSeat(items: readonly DrawnItem[], x: number, level: number): DrawnItem | null {
  const distance = (drawn: DrawnItem) => Math.hypot(drawn.x - x, drawn.level - level);
  const seats = items.filter(({ item }) => item.kind === 'seat');
  return seats.reduce<DrawnItem | null>(
    (nearest, seat) => (nearest === null || distance(seat) < distance(nearest) ? seat : nearest),
    null,
  );
}
