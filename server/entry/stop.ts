// The end of a server, step by step, so that every call that it has accepted is answered.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Readiness } from './probes/readiness.ts';
import { MS_PER_SECOND } from '#server/platform/system/clock.ts';

/** A part of a server that has to be closed. */
export interface Closer {
  /** What is not closed yet, if it takes too long. */
  readonly what: string;
  close(): Promise<unknown>;
}

/** The parts of a server; the last one opened is closed first. */
export interface Closers {
  add(what: string, close: () => Promise<unknown>): void;
  /** Closes everything, once. */
  close(): Promise<void>;
  /** What is being closed; null if nothing is. */
  present(): string | null;
}

export function createClosers(): Closers {
  const closers: Closer[] = [];
  let present: string | null = null;
  let closing: Promise<void> | null = null;
  const closeAll = async () => {
    for (const { what, close } of closers.reverse()) {
      present = what;
      await close();
    }
    present = null;
  };
  return {
    add: (what, close) => void closers.push({ what, close }),
    close: () => (closing ??= closeAll()),
    present: () => present,
  };
}

export interface Stop {
  /** Why, for the log: a signal or an error. */
  readonly why: string;
  /** Whether calls are accepted for a while, until load balancers have noticed; not if something is broken. */
  readonly drain: boolean;
}

/** Lets calls end, and cuts those that do not. Streams end at once; their readers open others, elsewhere. */
export async function closeApp(app: FastifyInstance, stopSeconds: number): Promise<void> {
  const timer = setTimeout(() => {
    const calls = app.connections.cut();
    app.log.warn({ calls, stopSeconds }, 'calls did not end in time and were cut');
  }, stopSeconds * MS_PER_SECOND);
  await app.close();
  clearTimeout(timer);
}

/**
 * Stops a server: it says that it is not ready, goes on accepting calls until load balancers have noticed, answers what
 * is under way, and closes everything.
 */
export async function stopInOrder(
  { why, drain }: Stop,
  parts: { log: FastifyBaseLogger; readiness: Readiness; closers: Closers; drainSeconds: number },
): Promise<void> {
  const { log, readiness, closers, drainSeconds } = parts;
  const seconds = drain ? drainSeconds : 0;
  log.info({ why, drainSeconds: seconds, upSeconds: Math.round(process.uptime()) }, 'stopping');
  readiness.drain();
  await sleep(seconds * MS_PER_SECOND);
  await closers.close();
  log.info({ why }, 'stopped');
}
