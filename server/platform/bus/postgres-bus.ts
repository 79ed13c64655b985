// The bus of a club with several processes: LISTEN and NOTIFY over one connection of each process.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { sqlState } from '#server/platform/db/kysely.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';
import { payloadOf, Subscribers, type Bus, type BusListener } from './bus.ts';

/** The channel of PostgreSQL. A database belongs to one club, and channels belong to a database. */
const CHANNEL = 'perch';
/** Means that notifications were lost: a listener that receives it has missed some. */
const EVERYTHING = '*';

/** Notifications are sent together, at most so often: each sending wakes all processes. */
const SEND_EVERY_MS = 10;
/** As many are sent at once, far below what PostgreSQL's queue holds. */
const MOST_AT_ONCE = 500;
/** As many wait while there is no connection; after that, all listeners are asked to read everything again. */
const MOST_WAITING = 10_000;
/** The connection is asked so often whether it still answers. */
const BEAT_MS = 5_000;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
/** Some session has listened for hours without reading (program_limit_exceeded). No act of anybody fails by it. */
const QUEUE_FULL = '54000';
const FULL_MS = 1_000;
/** How long closing waits for what is still to be sent. */
const CLOSE_MS = 5_000;

export interface PostgresBusOptions {
  /** Opens a connection of its own, which counts as lost when it does not answer in time. */
  connect: () => Promise<Client>;
  log: (line: string) => void;
  /** Runs at each beat on the connection, for whatever else has to be looked at now and then. */
  onBeat?: (client: Client) => Promise<void>;
  beatMs?: number;
}

/**
 * Connects at its start or with the first notification, and stays connected until it is closed. Connects again whenever
 * the connection is lost, listens again, and tells all listeners that they may have missed something. A connection that
 * is cut silently is noticed at the next beat.
 */
export function createPostgresBus(options: PostgresBusOptions): Bus {
  return new PostgresBus(options);
}

class PostgresBus implements Bus {
  private readonly options: PostgresBusOptions;
  private readonly subscribers = new Subscribers();
  private readonly waiting = new Set<string>();
  private readonly bell = new Bell();
  private running: Promise<void> | null = null;
  private closing = false;
  private wasLost = false;
  private isFull = false;

  constructor(options: PostgresBusOptions) {
    this.options = options;
  }

  start(): void {
    if (!this.closing) this.running ??= this.run();
  }

  notify(topic: string, id: string): void {
    const payload = payloadOf(topic, id);
    if (this.waiting.size < MOST_WAITING) this.waiting.add(payload);
    else this.tellAllThatTheyMissed();
    this.start();
    this.bell.ring();
  }

  subscribe(topic: string, listener: BusListener): () => void {
    return this.subscribers.add(topic, listener);
  }

  async close(): Promise<void> {
    this.closing = true;
    this.bell.ring();
    await Promise.race([this.running, sleep(CLOSE_MS, undefined, { ref: false })]);
  }

  private async run(): Promise<void> {
    const { connect, log } = this.options;
    for (let delay = FIRST_DELAY_MS; !this.closing; delay = Math.min(2 * delay, LONGEST_DELAY_MS)) {
      let client: Client | undefined;
      try {
        client = await connect();
        delay = FIRST_DELAY_MS;
        await this.serve(client);
      } catch (error) {
        if (!this.wasLost && !this.closing) log(`notifications between processes are interrupted: ${reasonOf(error)}`);
        this.wasLost = true;
      }
      // A connection that does not answer would not answer a goodbye either.
      void client?.end().catch(() => undefined);
      if (!this.closing) await this.bell.heardWithin(delay, () => this.closing);
    }
  }

  /** Serves one connection until it ends; whatever goes wrong on it ends it. */
  private async serve(client: Client): Promise<void> {
    let ended = false;
    client.once('end', () => {
      ended = true;
      this.bell.ring();
    });
    client.on('notification', ({ payload = '' }) =>
      payload === EVERYTHING ? this.subscribers.missed() : this.subscribers.deliver(payload),
    );
    await client.query(`LISTEN ${CHANNEL}`);
    if (this.wasLost) {
      this.options.log('notifications between processes are back');
      // Only now: notifications sent from here on arrive.
      this.subscribers.missed();
    }
    this.wasLost = false;
    await this.beat(client);
    const isOver = () => ended || (this.closing && this.waiting.size === 0);
    while (!isOver()) {
      if (this.waiting.size > 0) await this.send(client);
      else if (!(await this.bell.heardWithin(this.options.beatMs ?? BEAT_MS)) && !isOver()) await this.beat(client);
    }
    if (ended && !this.closing) throw new Error('the connection was lost');
  }

  private async beat(client: Client): Promise<void> {
    const { onBeat } = this.options;
    await (onBeat === undefined ? client.query('SELECT 1') : onBeat(client));
  }

  private async send(client: Client): Promise<void> {
    const batch = [...this.waiting].slice(0, MOST_AT_ONCE);
    // Before it is sent: from now on, the same payload is another notification.
    for (const payload of batch) this.waiting.delete(payload);
    try {
      await client.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [CHANNEL, batch]);
    } catch (error) {
      for (const payload of batch) this.waiting.add(payload);
      // After anything else they are sent again over the next connection.
      if (sqlState(error) !== QUEUE_FULL) throw error;
      return this.waitForRoom(error);
    }
    this.isFull = false;
    await sleep(SEND_EVERY_MS);
  }

  private async waitForRoom(error: unknown): Promise<void> {
    if (!this.isFull)
      this.options.log(`other processes can't be notified: ${reasonOf(error)}; they look by themselves now and then`);
    this.isFull = true;
    this.tellAllThatTheyMissed();
    if (this.closing) this.waiting.clear();
    else await sleep(FULL_MS, undefined, { ref: false });
  }

  private tellAllThatTheyMissed(): void {
    this.waiting.clear();
    this.waiting.add(EVERYTHING);
  }
}

/** Wakes everyone who is waiting. */
class Bell {
  private rang = false;
  private wake: (() => void) | null = null;

  ring(): void {
    this.rang = true;
    this.wake?.();
  }

  /** Whether it rang since the last time, or rings within the time; only rings that count end the waiting. */
  heardWithin(ms: number, counts: () => boolean = () => true): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (heard: boolean) => {
        clearTimeout(timer);
        this.wake = null;
        this.rang = false;
        resolve(heard);
      };
      const timer = setTimeout(() => finish(false), ms).unref();
      this.wake = () => {
        if (counts()) finish(true);
      };
      if (this.rang) this.wake();
    });
  }
}
