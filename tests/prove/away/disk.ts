// A disk that is full: a file system of its own in memory, which only one process and its children see, so that it is
// gone with them whatever happens.
import assert from 'node:assert/strict';
import { COMPILED_ONCE, start } from '#tests/support/processes.ts';
import type { Place, Turn } from '../experiment.ts';

/** The instructions of the process beside this file. */
export interface DiskOrder {
  readonly folder: string;
  readonly seed: number;
  readonly short: boolean;
  readonly rounds: number;
  readonly calls: number;
}

const ROUNDS = { short: 1, long: 4 };
const CALLS = { short: 10, long: 40 };

/** Fills the disk of a server on the embedded engine under load, and empties it again. */
export async function fillDisk({ folder, programs }: Place, turn: Turn): Promise<void> {
  const size = turn.short ? 'short' : 'long';
  const order: DiskOrder = { folder, seed: turn.seed, short: turn.short, rounds: ROUNDS[size], calls: CALLS[size] };
  // A user who is not root becomes root in a new namespace, where the system allows that.
  const alone = process.getuid?.() === 0 ? ['unshare', '--mount'] : ['unshare', '--mount', '--map-root-user'];
  const options = ['--enable-source-maps', ...(turn.short ? COMPILED_ONCE : [])];
  const child = start([...options, programs.disk, JSON.stringify(order)], {}, alone);
  assert.equal(await child.ended, 0, `the process with a full disk: ${child.errors()}`);
  const told = JSON.parse(child.lines.at(-1) ?? '{}') as Record<string, number>;
  for (const [figure, count] of Object.entries(told)) turn.count(figure, count);
}
