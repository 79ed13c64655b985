// The loaded part of the organization, with the width of each seat. It knows nothing of the screen.
import type { components } from '#openapi/api.gen.d.ts';

export type Side = 'left' | 'right';
export type Seat = components['schemas']['Seat'];
export type TreeSeat = components['schemas']['TreeNode'];

/** A loaded seat. Only `ChartTree` changes it. */
export interface ChartSeat {
  readonly seatNo: number;
  /**
   * What is known of it. A seat that was loaded only as part of the path to another has no figures yet, and its other
   * descendants are unknown.
   */
  seat: Seat | TreeSeat;
  readonly parent: ChartSeat | null;
  left: ChartSeat | null;
  right: ChartSeat | null;
  /** Whether its descendants are drawn. */
  open: boolean;
  /** The room to its left and right, in card widths. All its descendants are within it. */
  roomLeft: number;
  roomRight: number;
  /** Levels drawn below it. */
  depth: number;
}

/** What is at a place below a seat: another seat, nobody, or something that has not been loaded. */
export type PlaceKind = 'seat' | 'free' | 'unread';

/** An empty place takes half a card, so two of them are as wide as the seat above. */
const HALF = 0.5;
const SIDES = ['left', 'right'] as const;

export function hasFigures(seat: Seat | TreeSeat): seat is TreeSeat {
  return 'hasLeft' in seat;
}

export function placeKind(node: ChartSeat, side: Side): PlaceKind {
  if (node[side] !== null) return 'seat';
  if (!hasFigures(node.seat)) return 'unread';
  return (side === 'left' ? node.seat.hasLeft : node.seat.hasRight) ? 'unread' : 'free';
}

/** Whether the figures of the seat, or something below it, have not been loaded. */
export function isUnread(node: ChartSeat): boolean {
  return !hasFigures(node.seat) || SIDES.some((side) => placeKind(node, side) === 'unread');
}

/** The side of its parent that a seat is on; null at the top. */
export function sideOf(node: ChartSeat): Side | null {
  if (node.parent === null) return null;
  return node.parent.left === node ? 'left' : 'right';
}

/** Levels below the member's own seat. */
export function levelOf(node: ChartSeat): number {
  return node.seat.level;
}

/**
 * Whether a person who signs up with the member's link for that side gets exactly this place: such a link leads down
 * the outer edge of that side to the first free place (D-11).
 */
export function isPlaceOfLink(parent: ChartSeat, side: Side): boolean {
  for (let node = parent; node.parent !== null; node = node.parent) {
    if (sideOf(node) !== side) return false;
  }
  return placeKind(parent, side) === 'free';
}

/**
 * A seat is as wide as its two sides next to each other: left descendants are always left of it and right ones right of
 * it, whatever else grows, and nothing can overlap. A new seat changes only the room of its ancestors.
 */
function measure(node: ChartSeat): void {
  const { left, right, open } = node;
  node.roomLeft = open && left !== null ? left.roomLeft + left.roomRight : HALF;
  node.roomRight = open && right !== null ? right.roomLeft + right.roomRight : HALF;
  node.depth = open ? Math.max(left === null ? 0 : left.depth, right === null ? 0 : right.depth) + 1 : 0;
}

function measureUp(from: ChartSeat | null): void {
  for (let node = from; node !== null; node = node.parent) measure(node);
}

/** The loaded organization. */
export class ChartTree {
  root: ChartSeat | null = null;
  private readonly seats = new Map<number, ChartSeat>();
  private readonly opensAtFirst: (seat: Seat | TreeSeat) => boolean;

  /** `opensAtFirst` says which seats are expanded before anybody has opened or closed them; without it, all are. */
  constructor(opensAtFirst: (seat: Seat | TreeSeat) => boolean = () => true) {
    this.opensAtFirst = opensAtFirst;
  }

  get size(): number {
    return this.seats.size;
  }

  find(seatNo: number): ChartSeat | undefined {
    return this.seats.get(seatNo);
  }

  /** Adds seats, each after its parent; existing seats get the newer data. */
  add(seats: readonly (Seat | TreeSeat)[]): void {
    const touched = seats.flatMap((seat) => this.place(seat) ?? []);
    for (const node of touched.toReversed()) measure(node);
    const inside = new Set<ChartSeat | null>(touched);
    // A response has a single top, so this is a single path up.
    const above = new Set(touched.flatMap(({ parent }) => (inside.has(parent) ? [] : [parent])));
    above.forEach(measureUp);
  }

  setOpen(node: ChartSeat, open: boolean): void {
    if (node.open === open) return;
    node.open = open;
    measureUp(node);
  }

  /** Expands everything that is loaded. */
  openAll(): void {
    this.openWhere(() => true);
  }

  /** Expands what is expanded at first, and collapses the rest. */
  openAtFirst(): void {
    this.openWhere(this.opensAtFirst);
  }

  private openWhere(opens: (seat: Seat | TreeSeat) => boolean): void {
    const nodes = [...this.seats.values()];
    for (const node of nodes) node.open = opens(node.seat);
    // A seat is always added after its parent.
    for (const node of nodes.toReversed()) measure(node);
  }

  /** Expands everything above a seat, so that it is drawn. */
  reveal(node: ChartSeat): void {
    for (let each = node.parent; each !== null; each = each.parent) each.open = true;
    measureUp(node.parent);
  }

  private place(seat: Seat | TreeSeat): ChartSeat | null {
    const known = this.seats.get(seat.seatNo);
    if (known !== undefined) {
      if (hasFigures(seat) && !hasFigures(known.seat)) known.open ||= this.opensAtFirst(seat);
      if (hasFigures(seat) || !hasFigures(known.seat)) known.seat = seat;
      return known;
    }
    const parent =
      this.root === null || seat.parentSeatNo === null ? null : (this.seats.get(seat.parentSeatNo) ?? null);
    // A seat without a parent has no place in the drawing.
    if (this.root !== null && (parent === null || seat.position === null)) return null;
    const node: ChartSeat = {
      seatNo: seat.seatNo,
      seat,
      parent,
      left: null,
      right: null,
      open: this.opensAtFirst(seat),
      roomLeft: HALF,
      roomRight: HALF,
      depth: 0,
    };
    this.seats.set(seat.seatNo, node);
    if (parent === null) this.root = node;
    else if (seat.position !== null) parent[seat.position] = node;
    return node;
  }
}
