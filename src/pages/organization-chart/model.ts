// The state of the chart: what is loaded, which part is visible, where the focus is and what was chosen.
import type { Problem } from '#machines/chart/problem.ts';
import { problemOfFailure } from '#src/reads/answers.ts';
import { drawnIn, extentOf, nearestSeat, widthOf, xOf, type Drawn } from './layout.ts';
import { itemOf, keyOf, levelOfItem, moveOf, typedAhead, type Item } from './order.ts';
import { LEVELS, TreeReader } from './reader.ts';
import { ChartTree, hasFigures, isUnread, levelOf, type ChartSeat, type Seat, type TreeSeat } from './tree.ts';
import {
  boxOf,
  bringing,
  CARD_SCALE,
  centeredOn,
  dragged,
  fitted,
  LEVEL_HEIGHT,
  levelsIn,
  narrowAt,
  PLACE_WIDTH,
  placeAt,
  topAt,
  WORDS_SCALE,
  zoomed,
  type Covered,
  type Point,
  type Size,
  type View,
} from './view.ts';
import { readWay, type WayPage } from './way.ts';

export interface ChartPorts {
  readonly readTree: (
    seatNo: number | null,
    signal: AbortSignal,
  ) => Promise<{ readonly volumesAt: string | null; readonly nodes: readonly TreeSeat[] }>;
  readonly readWay: (username: string, cursor: string | null, signal: AbortSignal) => Promise<WayPage>;
}

/** The search for a member: running, failed, or neither. */
export type Jump =
  | { readonly state: 'none' }
  | { readonly state: 'going'; readonly to: string }
  | { readonly state: 'failed'; readonly to: string; readonly problem: Problem };

/** The most levels below the member's own seat that are shown at first: nothing is known below others. */
const MOST_AT_FIRST = LEVELS - 1;
/** The size before the window is measured. */
const UNMEASURED: Size = { width: 720, height: 480 };
/** How many parts are requested at a time when they come into view. */
const PARTS_IN_VIEW = 6;
/** A pause in typing of this length begins a new search. */
const TYPING_PAUSE_MS = 700;

export class ChartModel {
  readonly tree: ChartTree;
  readonly reader: TreeReader;
  version = 0;
  jump: Jump = { state: 'none' };
  size: Size = UNMEASURED;
  /** The time of the volumes that came last; null before the first read. */
  volumesAt: string | null = null;
  private readonly ports: ChartPorts;
  /** How many levels below the member's own seat are shown at first. */
  private levels = 1;
  /** Until the member does something, the levels shown are those that the window has room for. */
  private isAtFirst = true;
  private readonly listeners = new Set<() => void>();
  /** Null until the member moves the view: until then it follows the top of the tree. */
  private moved: View | null = null;
  private activeKey: string | null = null;
  private chosenKey: string | null = null;
  private typed = { text: '', at: 0 };
  private drawnAt: { version: number; drawn: Drawn } | null = null;
  private going = new AbortController();

  constructor(ports: ChartPorts) {
    this.ports = ports;
    this.tree = new ChartTree((seat) => opensAtFirst(seat, this.levels));
    this.reader = new TreeReader(this.tree, {
      read: (seatNo, signal) => this.readTree(seatNo, signal),
      add: (seats) => this.add(seats),
      onChange: () => this.changed(),
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly versionNow = (): number => this.version;

  end(): void {
    this.going.abort();
    this.reader.end();
  }

  /** The focused item, or the one that would get the focus. */
  get active(): Item | null {
    return itemOf(this.tree, this.activeKey);
  }

  /** The item whose details the member opened. */
  get chosen(): Item | null {
    return this.chosenKey === null ? null : itemOf(this.tree, this.chosenKey);
  }

  get view(): View {
    const { root } = this.tree;
    return this.moved ?? topAt(root === null ? NOWHERE : extentOf(root), this.size, this.levels);
  }

  /** Whether cards are readable at this scale, or seats are dots. */
  get hasCards(): boolean {
    return this.view.scale >= CARD_SCALE;
  }

  get drawn(): Drawn {
    if (this.drawnAt?.version !== this.version) {
      const { root } = this.tree;
      const drawn =
        root === null
          ? { items: [], edges: [], strokes: [] }
          : drawnIn(root, boxOf(this.view, this.size), narrowAt(this.view.scale));
      this.drawnAt = { version: this.version, drawn };
    }
    return this.drawnAt.drawn;
  }

  resize(size: Size): void {
    if (size.width === this.size.width && size.height === this.size.height) return;
    this.size = size;
    this.fillAtFirst();
    this.changed();
  }

  drag(by: Point): void {
    this.look(dragged(this.view, by));
  }

  zoom(factor: number, at?: Point): void {
    this.look(zoomed(this.view, factor, at));
  }

  fit(): void {
    if (this.tree.root !== null) this.look(fitted(extentOf(this.tree.root), this.size));
  }

  /** Moves back to the member's own seat. */
  toMe(): void {
    const { root } = this.tree;
    if (root === null) return;
    this.activeKey = keyOf({ kind: 'seat', node: root });
    this.moved = null;
    this.changed();
  }

  /** A press where seats are too small to hit: moves to the nearest one. */
  pressAt(at: Point): void {
    const { x, level } = placeAt(this.view, at);
    const nearest = nearestSeat(this.drawn.items, x, level);
    if (nearest === null) return;
    this.activeKey = keyOf(nearest.item);
    this.look(centeredOn(nearest.x, nearest.level, this.view.scale));
  }

  activate(item: Item): void {
    this.isAtFirst = false;
    this.activeKey = keyOf(item);
    this.changed();
  }

  choose(item: Item): void {
    this.isAtFirst = false;
    this.activeKey = keyOf(item);
    this.chosenKey = keyOf(item);
    this.changed();
  }

  /** Brings the chosen item to the part of the window that its details leave free, if it is not there. */
  uncover(covered: Covered): void {
    const { chosen, view } = this;
    if (chosen === null) return;
    const next = bringing(view, { x: xOf(chosen), level: levelOfItem(chosen) }, this.size, covered);
    if (next.x !== view.x || next.y !== view.y || next.scale !== view.scale) this.look(next);
  }

  chooseNothing(): void {
    this.chosenKey = null;
    this.changed();
  }

  /** Expands everything that is loaded, and loads nothing. */
  openAll(): void {
    const { root } = this.tree;
    this.hold();
    this.keepingInPlace(root === null ? null : { kind: 'seat', node: root }, () => this.tree.openAll());
    this.changed();
  }

  setOpen(node: ChartSeat, open: boolean): void {
    this.hold();
    this.keepingInPlace({ kind: 'seat', node }, () => this.tree.setOpen(node, open));
    if (!open && this.active !== null && isBelow(this.active, node)) this.activeKey = keyOf({ kind: 'seat', node });
    if (open && isUnread(node)) this.reader.ask(node);
    this.changed();
  }

  ask(node: ChartSeat): void {
    this.reader.ask(node);
  }

  /**
   * What a key does in ARIA's tree pattern; false if it does nothing. `now` distinguishes fast typing from a new
   * search.
   */
  press(key: string, now: number): boolean {
    const { active } = this;
    if (active === null) return false;
    const isTyped = key.length === 1 && key !== ' ';
    if (isTyped) return this.typeAhead(active, key, now);
    const move = moveOf(this.tree, active, key);
    if (move === null) return false;
    if ('to' in move) this.goToItem(move.to);
    else if ('open' in move) this.setOpen(move.open, true);
    else if ('close' in move) this.setOpen(move.close, false);
    else if ('read' in move) this.reader.ask(move.read);
    else this.choose(move.choose);
    return true;
  }

  /** Requests what came into view and is not loaded; dots have no more to show. */
  readWhatIsSeen(): void {
    if (!this.hasCards) return;
    const unread = this.drawn.items.flatMap(({ item }) =>
      item.kind !== 'free' && isUnread(item.node) ? [item.node] : [],
    );
    const [x, level] = [this.view.x / PLACE_WIDTH, this.view.y / LEVEL_HEIGHT];
    const distance = (node: ChartSeat) => Math.hypot(xOf({ kind: 'seat', node }) - x, levelOf(node) - level);
    const nearest = [...new Set(unread)].map((node) => ({ node, far: distance(node) })).sort((a, b) => a.far - b.far);
    this.reader.want(nearest.slice(0, PARTS_IN_VIEW).map(({ node }) => node));
  }

  /** Moves to a member, after loading the levels in between that are missing. */
  async goTo(username: string): Promise<void> {
    this.going.abort();
    const { signal } = (this.going = new AbortController());
    this.jump = { state: 'going', to: username };
    this.changed();
    try {
      const node = await readWay(
        this.tree,
        (cursor) => this.ports.readWay(username, cursor, signal),
        (seats) => this.add(seats),
      );
      if (signal.aborted) return;
      this.jump = { state: 'none' };
      if (node !== null) this.show(node);
    } catch (error) {
      if (signal.aborted) return;
      this.jump = { state: 'failed', to: username, problem: problemOfFailure(error) };
    }
    this.changed();
  }

  private async readTree(seatNo: number | null, signal: AbortSignal): Promise<readonly TreeSeat[]> {
    const { volumesAt, nodes } = await this.ports.readTree(seatNo, signal);
    this.volumesAt = volumesAt;
    return nodes;
  }

  private show(node: ChartSeat): void {
    this.isAtFirst = false;
    this.tree.reveal(node);
    const item: Item = { kind: 'seat', node };
    this.activeKey = keyOf(item);
    this.chosenKey = keyOf(item);
    this.moved = centeredOn(xOf(item), levelOf(node), Math.max(this.view.scale, WORDS_SCALE));
  }

  private typeAhead(active: Item, letter: string, now: number): boolean {
    const isNew = now - this.typed.at > TYPING_PAUSE_MS;
    const text = isNew ? letter : this.typed.text + letter;
    this.typed = { text, at: now };
    // The same letter pressed repeatedly moves through the names that begin with it.
    const isSame = [...text].every((each) => each === letter);
    const found = typedAhead(this.tree, active, isSame ? letter : text);
    if (found !== null) this.goToItem(found);
    return true;
  }

  private goToItem(item: Item): void {
    this.activeKey = keyOf(item);
    this.moved = bringing(this.view, { x: xOf(item), level: levelOfItem(item) }, this.size);
    this.changed();
  }

  /** New seats move what is beside them; what the member looks at stays in place. */
  private add(seats: readonly (Seat | TreeSeat)[]): void {
    if (this.moved === null) {
      this.tree.add(seats);
      this.fillAtFirst();
      return this.changed();
    }
    const [x, level] = [this.view.x / PLACE_WIDTH, this.view.y / LEVEL_HEIGHT];
    const anchor = nearestSeat(this.drawn.items, x, level)?.item ?? null;
    this.keepingInPlace(anchor, () => this.tree.add(seats));
    this.changed();
  }

  private keepingInPlace(anchor: Item | null, change: () => void): void {
    const before = anchor === null ? 0 : xOf(anchor);
    change();
    const by = anchor === null ? 0 : xOf(anchor) - before;
    if (by !== 0) this.moved = { ...this.view, x: this.view.x + by * PLACE_WIDTH };
  }

  /** Expands as many levels as the window has room for, as long as the member has done nothing. */
  private fillAtFirst(): void {
    const { root } = this.tree;
    if (root === null || !this.isAtFirst) return;
    const levels = levelsIn(this.size, MOST_AT_FIRST, (each) => widthOf(root, each));
    if (levels === this.levels) return;
    this.levels = levels;
    this.tree.openAtFirst();
  }

  /** What the member opens or closes leaves the scale as it is, however wide the drawing is then. */
  private hold(): void {
    this.isAtFirst = false;
    this.moved ??= this.view;
  }

  private look(view: View): void {
    this.isAtFirst = false;
    this.moved = view;
    this.changed();
  }

  private changed(): void {
    this.version += 1;
    this.listeners.forEach((listener) => listener());
  }
}

/** The bounds of the drawing before there is one. */
const NOWHERE = { left: -0.5, right: 0.5, top: 0, bottom: 0 };

/** The first levels, and every seat below which there are free places and nothing else. */
function opensAtFirst(seat: Seat | TreeSeat, levels: number): boolean {
  return seat.level < levels || (hasFigures(seat) && !seat.hasLeft && !seat.hasRight);
}

function isBelow(item: Item, node: ChartSeat): boolean {
  let above: ChartSeat | null = item.kind === 'seat' ? item.node.parent : item.node;
  while (above !== null && above !== node) above = above.parent;
  return above === node;
}
