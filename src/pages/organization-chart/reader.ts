// Requests parts of the tree when they are opened or come into view: each once, a few at a time.
import type { Problem } from '#machines/chart/problem.ts';
import { problemOfFailure } from '#src/reads/answers.ts';
import { isUnread, type ChartSeat, type ChartTree, type TreeSeat } from './tree.ts';

/** Levels per response. */
export const LEVELS = 4;
const AT_ONCE = 2;

export interface ReaderPorts {
  /** Loads the seat and some levels below it; null means the member's own. */
  readonly read: (seatNo: number | null, signal: AbortSignal) => Promise<readonly TreeSeat[]>;
  /** Adds the loaded seats to the tree. */
  readonly add: (seats: readonly TreeSeat[]) => void;
  /** Called when loading begins or ends. */
  readonly onChange: () => void;
}

/** Null stands for the member's own seat, before its number is known. */
type Wanted = number | null;

export class TreeReader {
  /** Why the last part could not be loaded; null if nothing failed. */
  problem: Problem | null = null;
  private readonly tree: ChartTree;
  private readonly ports: ReaderPorts;
  private readonly waiting: Wanted[] = [];
  private readonly running = new Set<Wanted>();
  /** A refused part is requested again when the member asks for it, not automatically. */
  private readonly failed = new Set<Wanted>();
  /** So is one whose answer had nothing below it after all: otherwise it would be requested forever. */
  private readonly answered = new Set<Wanted>();
  private stop = new AbortController();

  constructor(tree: ChartTree, ports: ReaderPorts) {
    this.tree = tree;
    this.ports = ports;
  }

  /** Loads the top of the tree, and everything that is requested from now on. */
  start(): void {
    this.stop = new AbortController();
    if (this.tree.root === null) this.enqueue(null);
  }

  end(): void {
    this.stop.abort();
    this.waiting.length = 0;
    this.running.clear();
  }

  isReading(node: ChartSeat): boolean {
    return this.running.has(node.seatNo) || this.waiting.includes(node.seatNo);
  }

  /** Requests what is below these seats, unless it is known or on its way. */
  want(nodes: readonly ChartSeat[]): void {
    for (const node of nodes)
      if (isUnread(node) && !this.isComing(node) && !this.isOver(node.seatNo)) this.enqueue(node.seatNo);
  }

  /** Requests what is below a seat because the member asked for it, even if loading it failed before. */
  ask(node: ChartSeat): void {
    if (this.failed.delete(node.seatNo)) this.problem = null;
    this.answered.delete(node.seatNo);
    this.want([node]);
    this.ports.onChange();
  }

  /** Requests again what failed to load. */
  readonly retry = (): void => {
    const again = [...this.failed];
    this.failed.clear();
    this.problem = null;
    again.forEach((wanted) => this.enqueue(wanted));
    this.ports.onChange();
  };

  private isOver(wanted: Wanted): boolean {
    return this.failed.has(wanted) || this.answered.has(wanted);
  }

  /** Whether a pending response will contain what is below the seat. */
  private isComing(node: ChartSeat): boolean {
    let above: ChartSeat | null = node;
    for (let level = 0; above !== null && level < LEVELS; level += 1, above = above.parent)
      if (this.isReading(above)) return true;
    return false;
  }

  private enqueue(wanted: Wanted): void {
    this.waiting.push(wanted);
    this.next();
  }

  private next(): void {
    if (this.running.size >= AT_ONCE) return;
    const wanted = this.waiting.shift();
    if (wanted === undefined) return;
    this.running.add(wanted);
    void this.run(wanted, this.stop.signal);
  }

  private async run(wanted: Wanted, signal: AbortSignal): Promise<void> {
    try {
      const seats = await this.ports.read(wanted, signal);
      if (signal.aborted) return;
      this.running.delete(wanted);
      // A seat that another part has brought again may have somebody below it by now.
      for (const { seatNo } of seats) this.answered.delete(seatNo);
      this.answered.add(wanted);
      this.ports.add(seats);
    } catch (error) {
      if (signal.aborted) return;
      this.running.delete(wanted);
      this.failed.add(wanted);
      this.problem = problemOfFailure(error);
      this.ports.onChange();
    }
    this.next();
  }
}
