// The chart in reading order: a seat, then its left side, then its right. The keys of ARIA's tree pattern move in it.
import { levelOf, placeKind, sideOf, type ChartSeat, type ChartTree, type Side } from './tree.ts';

/** What the focus can be on: a seat, or an empty place below one. */
export type Item =
  | { readonly kind: 'seat'; readonly node: ChartSeat }
  | { readonly kind: 'free' | 'unread'; readonly node: ChartSeat; readonly side: Side };

/**
 * A key of the item that is stable while the tree changes: `42`, or `42-left` for the place on the left below seat 42.
 */
export function keyOf(item: Item): string {
  return item.kind === 'seat' ? String(item.node.seatNo) : `${item.node.seatNo}-${item.side}`;
}

/** The item of a key: an empty place may be a seat by now. The top seat if the key is unknown. */
export function itemOf(tree: ChartTree, key: string | null): Item | null {
  const [seatNo, side] = (key ?? '').split('-');
  const node = tree.find(Number(seatNo));
  if (node === undefined) return tree.root === null ? null : { kind: 'seat', node: tree.root };
  return side === 'left' || side === 'right' ? below(node, side) : { kind: 'seat', node };
}

/** The item on one side below a seat. */
export function below(node: ChartSeat, side: Side): Item {
  const child = node[side];
  if (child !== null) return { kind: 'seat', node: child };
  const kind = placeKind(node, side);
  return { kind: kind === 'free' ? 'free' : 'unread', node, side };
}

export function sideOfItem(item: Item): Side | null {
  return item.kind === 'seat' ? sideOf(item.node) : item.side;
}

/** Levels below the member's own seat. */
export function levelOfItem(item: Item): number {
  return item.kind === 'seat' ? levelOf(item.node) : levelOf(item.node) + 1;
}

function parentOf(item: Item): ChartSeat | null {
  return item.kind === 'seat' ? item.node.parent : item.node;
}

export function nextOf(item: Item): Item | null {
  if (item.kind === 'seat' && item.node.open) return below(item.node, 'left');
  let parent = parentOf(item);
  let side = sideOfItem(item);
  while (parent !== null && side === 'right') {
    side = sideOf(parent);
    parent = parent.parent;
  }
  return parent === null ? null : below(parent, 'right');
}

export function previousOf(item: Item): Item | null {
  const parent = parentOf(item);
  if (parent === null) return null;
  return sideOfItem(item) === 'left' ? { kind: 'seat', node: parent } : lastOf(below(parent, 'left'));
}

/** The last item at or below one. */
export function lastOf(item: Item): Item {
  let last = item;
  while (last.kind === 'seat' && last.node.open) last = below(last.node, 'right');
  return last;
}

/** The items from one item on, up to a limit. */
export function itemsFrom(first: Item | null, count: number): Item[] {
  const items: Item[] = [];
  for (let item = first; item !== null && items.length < count; item = nextOf(item)) items.push(item);
  return items;
}

/** What a key does in ARIA's tree pattern. */
export type Move =
  | { readonly to: Item }
  | { readonly open: ChartSeat }
  | { readonly close: ChartSeat }
  | { readonly read: ChartSeat }
  | { readonly choose: Item };

export function moveOf(tree: ChartTree, item: Item, key: string): Move | null {
  const to = (target: Item | null): Move | null => (target === null ? null : { to: target });
  switch (key) {
    case 'ArrowDown':
      return to(nextOf(item));
    case 'ArrowUp':
      return to(previousOf(item));
    case 'ArrowRight':
      if (item.kind === 'free') return null;
      if (item.kind === 'unread') return { read: item.node };
      return item.node.open ? { to: below(item.node, 'left') } : { open: item.node };
    case 'ArrowLeft': {
      if (item.kind === 'seat' && item.node.open) return { close: item.node };
      const parent = parentOf(item);
      return to(parent === null ? null : { kind: 'seat', node: parent });
    }
    case 'Home':
      return to(tree.root === null ? null : { kind: 'seat', node: tree.root });
    case 'End':
      return to(tree.root === null ? null : lastOf({ kind: 'seat', node: tree.root }));
    case 'Enter':
    case ' ':
      return item.kind === 'unread' ? { read: item.node } : { choose: item };
    default:
      return null;
  }
}

/**
 * The next seat after `item`, wrapping around to `item`, whose username or name begins with what was typed; null if
 * there is none.
 */
export function typedAhead(tree: ChartTree, item: Item, typed: string): Item | null {
  const wanted = typed.toLocaleLowerCase();
  const fits = (each: Item) =>
    each.kind === 'seat' &&
    [each.node.seat.username, each.node.seat.name].some((name) => name.toLocaleLowerCase().startsWith(wanted));
  // The same letter again moves to the next match; more letters may still mean the seat that the first ones found.
  const start = typed.length > 1 ? item : nextOf(item);
  for (let each = start; each !== null; each = nextOf(each)) if (fits(each)) return each;
  const end = keyOf(item);
  for (
    let each: Item | null = tree.root === null ? null : { kind: 'seat', node: tree.root };
    each !== null;
    each = nextOf(each)
  ) {
    if (fits(each)) return each;
    if (keyOf(each) === end) return null;
  }
  return null;
}
