/**
 * Run by disk.ts in a namespace where it may mount: a server on a small disk, which is filled and emptied under load.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { placeTemplate } from '#fixtures/club/database.ts';
import { builtServer, onClub, startOnce } from '#tests/support/perch.ts';
import { COMPILED_ONCE, endProcesses } from '#tests/support/processes.ts';
import { addPeople, until } from '../callers/club.ts';
import { Crowd } from '../callers/crowd.ts';
import { outboxPage } from '../callers/mailboxes.ts';
import { openNode } from '../callers/node.ts';
import { randomOf } from '../random.ts';
import type { DiskOrder } from './disk.ts';

const PEOPLE = 6;
/** Enough for a club and its journal, and little enough to be filled in a moment. */
const SIZE_MB = 220;
const CHUNKS = [1_000_000, 4_096, 1];
/** How many calls at least are refused before there is room again. */
const REFUSED = 5;

const order = JSON.parse(process.argv[2] ?? '{}') as DiskOrder;
const counts: Record<string, number> = {};
const count = (figure: string, by = 1) => void (counts[figure] = (counts[figure] ?? 0) + by);

const disk = join(order.folder, `disk-${process.pid}`);
mkdirSync(disk, { recursive: true });
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'none', disk]);
// Its blocks lie elsewhere: only the club's disk is full.
const node = await openNode(order.folder);
const env = { ...node.env, DATA_DIR: join(disk, 'data'), RATE_LIMIT_SCALE: '100000' };

await placeTemplate(env.DATA_DIR);
await startOnce(env);
const people = await onClub(env, (services) => addPeople(services, PEOPLE));
const server = await builtServer(env, { options: order.short ? COMPILED_ONCE : [] });
await server.line('Perch is ready');
const where = { origin: () => `http://localhost:${server.port}` };
const crowd = new Crowd(people, { where, mailbox: outboxPage(where) });

for (let round = 0; round < order.rounds; round += 1) await fillOnce(round);
server.child.kill('SIGTERM');
assert.equal(await server.ended, 0, server.errors());
await onClub(env, (services) => crowd.compare(services));
await endProcesses();
process.stdout.write(`${JSON.stringify(counts)}\n`);
process.exit(0);

async function fillOnce(round: number): Promise<void> {
  await crowd.signIn();
  let isOver = false;
  const load = crowd.load({ random: randomOf(order.seed, round), isOver: () => isOver, whenLost: 'go on' });
  await crowd.acknowledged(order.calls, load);
  const { unavailable } = crowd.calls;
  const ballast = fill();
  await Promise.race([
    load,
    until('calls are refused on a full disk', () => crowd.calls.unavailable >= unavailable + REFUSED),
  ]);
  // Who only reads needs no room.
  for (const caller of crowd.callers) {
    const { status, body } = await caller.call('getWallet');
    assert.equal(status, 200, `reading on a full disk: ${JSON.stringify(body)}`);
    count('readings on a full disk');
  }
  rmSync(ballast);
  await crowd.acknowledged(order.calls, load);
  isOver = true;
  await load;
  assert.equal(server.child.exitCode, null, `the server ended on a full disk: ${server.errors()}`);
  count('refused as unavailable', crowd.calls.unavailable - unavailable);
  await crowd.settle({ freeKeys: null, count });
}

/** A file that takes all the room that is left. */
function fill(): string {
  const path = join(disk, 'ballast');
  const handle = openSync(path, 'w');
  for (const size of CHUNKS) {
    const chunk = Buffer.alloc(size);
    try {
      for (;;) writeSync(handle, chunk);
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    }
  }
  closeSync(handle);
  return path;
}
