// A proxy between a client and a server, for a test of what a network does: it delays, cuts pieces in two, stalls,
// breaks, resets, closes one half, and goes silent. What it forwards stays in its order, as TCP keeps it.
import { connect, createServer, type Server, type Socket } from 'node:net';

/** What may happen to a connection: the counts are of a thousand pieces, the times in milliseconds. */
export interface Conditions {
  /** A piece comes later, by up to this many milliseconds. */
  readonly delayMs: number;
  /** A piece comes in two, with a pause between them. */
  readonly halve: number;
  /** Nothing comes for a time, and then everything. */
  readonly stall: number;
  readonly stallMs: number;
  /** The connection is closed in the middle of a piece, of which the first half comes through. */
  readonly drop: number;
  /** The connection is reset, on both sides. */
  readonly reset: number;
  /** One side learns that nothing more comes, while the other one still sends. */
  readonly halfClose: number;
}

/** Everything comes at once. */
export const CALM: Conditions = { delayMs: 0, halve: 0, stall: 0, stallMs: 0, drop: 0, reset: 0, halfClose: 0 };

const THOUSAND = 1_000;

/** Where the relay gets its choices from, if its conditions leave any. */
export interface Choices {
  /** A whole number between two, both included. */
  whole(least: number, most: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
}
const NO_CHOICES: Choices = { whole: (least) => least, chance: (probability) => probability >= 1 };

export class Relay {
  conditions: Conditions = CALM;
  readonly counts: Record<string, number> = {};
  private readonly server: Server;
  private readonly open = new Set<Socket>();
  private readonly target: URL;
  private readonly random: Choices;
  private readonly frozen = new WeakSet<Socket>();

  private constructor(target: URL, random: Choices) {
    this.target = target;
    this.random = random;
    this.server = createServer({ allowHalfOpen: true }, (near) =>
      this.join(near, connect({ host: target.hostname, port: Number(target.port), allowHalfOpen: true })),
    );
  }

  /** Listens on a free port of this machine, and forwards to the host and port of an address. */
  static async open(target: string, random: Choices = NO_CHOICES): Promise<Relay> {
    const relay = new Relay(new URL(target), random);
    await new Promise<void>((resolve) => relay.server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  get port(): number {
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** The address that it forwards to, by way of the relay. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  private join(near: Socket, far: Socket): void {
    for (const socket of [near, far]) {
      this.open.add(socket);
      // A broken connection is what this is about.
      socket.on('error', () => undefined);
      socket.once('close', () => this.open.delete(socket));
    }
    this.carry(near, far);
    this.carry(far, near);
  }

  /** Piece after piece in one direction; each waits for the one before, and so does the end. */
  private carry(from: Socket, to: Socket): void {
    let before = Promise.resolve();
    const after = (act: () => Promise<void> | void) => {
      before = before.then(act).catch(() => undefined);
    };
    from.on('data', (piece: Buffer) => {
      from.pause();
      after(async () => {
        await this.pass(piece, from, to);
        if (!this.frozen.has(from)) from.resume();
      });
    });
    from.once('end', () => after(() => void to.end()));
    from.once('close', () => after(() => to.destroySoon()));
  }

  private async pass(piece: Buffer, from: Socket, to: Socket): Promise<void> {
    const { random, conditions } = this;
    const happens = (what: 'halve' | 'stall' | 'drop' | 'reset' | 'halfClose') => {
      if (!random.chance(conditions[what] / THOUSAND)) return false;
      this.counts[what] = (this.counts[what] ?? 0) + 1;
      return true;
    };
    if (conditions.delayMs > 0) await pause(random.whole(0, conditions.delayMs));
    if (happens('stall')) await pause(conditions.stallMs);
    const half = random.whole(0, piece.length);
    if (happens('reset')) {
      from.resetAndDestroy();
      to.resetAndDestroy();
    } else if (happens('drop')) {
      to.end(piece.subarray(0, half));
      from.destroy();
    } else if (happens('halfClose')) {
      to.end(piece);
    } else if (happens('halve')) {
      to.write(piece.subarray(0, half));
      await pause(random.whole(0, 50));
      to.write(piece.subarray(half));
    } else to.write(piece);
  }

  /** Ends all connections with a reset. New ones work. */
  reset(): void {
    this.counts.allReset = (this.counts.allReset ?? 0) + this.open.size / 2;
    for (const socket of this.open) socket.resetAndDestroy();
  }

  /** From now on nothing comes through on the existing connections, and neither side notices. New ones work. */
  freeze(): void {
    for (const socket of this.open) {
      this.frozen.add(socket);
      socket.pause();
    }
  }

  async close(): Promise<void> {
    for (const socket of this.open) socket.destroy();
    await new Promise<void>((resolve) => void this.server.close(() => resolve()));
  }
}

/** Does not keep a process alive that has nothing else to do. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}
