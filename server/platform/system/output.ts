// What a process says: standard output and standard error. Node ends a process that writes to a full disk, or to one
// that reads no more. A server must not end for lack of a place for its log, and a command whose answer is lost must
// not seem to have answered.
import { writeSync } from 'node:fs';
import { reasonOf } from './one-line-error.ts';
import { wantOf } from './files.ts';

export const STANDARD_OUTPUT = 1;
export const STANDARD_ERROR = 2;

export interface Output {
  /** Writes a line. Never throws; one that cannot be written is lost, and before the next one stands how many were. */
  write(text: string): void;
  /** How many lines were lost. */
  lost(): number;
}

export interface OutputOptions {
  /** Told why, when lines begin to be lost. */
  readonly onLoss?: (reason: string) => void;
  readonly write?: Write;
}

type Write = (descriptor: number, bytes: Uint8Array) => number;

/** A full pipe whose reader is slow is tried again so often. */
const TRY_AGAIN_MS = 10;
/** As long as the log waits for its reader: calls wait meanwhile. */
const LONGEST_WAIT_MS = 1_000;

/** @param descriptor the number of a file that is open */
export function openOutput(descriptor: number, { onLoss, write = writeSync }: OutputOptions = {}): Output {
  let lost = 0;
  let losing: { since: number; reason: string; midLine: boolean } | null = null;
  const tryAll = (text: string) =>
    writeAll(descriptor, text, { write, longestMs: losing === null ? LONGEST_WAIT_MS : 0 });
  const lose = ({ reason, isBegun }: Loss) => {
    lost += 1;
    const isFirst = losing === null;
    losing = { since: losing?.since ?? lost - 1, reason, midLine: (losing?.midLine ?? false) || isBegun };
    if (isFirst) onLoss?.(reason);
  };
  return {
    lost: () => lost,
    write: (text) => {
      if (losing !== null) {
        const { since, reason, midLine } = losing;
        const said = `${midLine ? '\n' : ''}lines of the log that were lost: ${lost - since} (${reason})\n`;
        const failure = tryAll(said);
        if (failure !== null) return lose(failure);
        losing = null;
      }
      const failure = tryAll(text);
      if (failure !== null) lose(failure);
    },
  };
}

interface Loss {
  readonly reason: string;
  /** Whether a part of the text was written. */
  readonly isBegun: boolean;
}

/**
 * Writes all of a text, and waits for a reader who is slow.
 *
 * @returns why it could not be written; null if it was
 */
export function writeAll(
  descriptor: number,
  text: string,
  { longestMs = Infinity, write = writeSync }: { longestMs?: number; write?: Write } = {},
): Loss | null {
  let rest: Uint8Array = Buffer.from(text);
  const { length } = rest;
  const until = performance.now() + longestMs;
  while (rest.length > 0)
    try {
      rest = rest.subarray(write(descriptor, rest));
    } catch (error) {
      const isFull = (error as NodeJS.ErrnoException).code === 'EAGAIN';
      if (!isFull || performance.now() >= until) return { reason: reasonOfLoss(error), isBegun: rest.length < length };
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_AGAIN_MS);
    }
  return null;
}

const REASONS: Readonly<Record<string, string>> = {
  EAGAIN: 'nobody reads it',
  EPIPE: 'its reader has gone',
  EIO: 'its terminal or disk has gone',
  EBADF: 'it is not open',
};

function reasonOfLoss(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return wantOf(error) ?? REASONS[code] ?? reasonOf(error);
}
