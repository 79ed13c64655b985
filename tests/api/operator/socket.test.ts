// Servers on PostgreSQL may share a data folder, and with it the socket of the operator's command: it is always one
// server's, and when that one stops, another's.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { askServer, openOperatorChannel } from '#server/entry/operator/channel.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let dataDir: string;
beforeAll(async () => {
  world = await createWorld();
  dataDir = mkdtempSync(join(tmpdir(), 'perch-socket-'));
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  await world.close();
});

const LOOK_MS = 30;
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** A server's end of the socket, named by its origin, which each answer repeats. */
async function server(name: string, arrivalMs?: number) {
  const errors: unknown[] = [];
  const lines: string[] = [];
  const services = { ...world.services, config: { ...world.services.config, publicOrigin: `https://${name}.example` } };
  const close = await openOperatorChannel(services, {
    dataDir,
    lookMs: LOOK_MS,
    onError: (error) => errors.push(error),
    log: (line) => lines.push(line),
    ...(arrivalMs === undefined ? {} : { arrivalMs }),
  });
  let isOpen = true;
  const stop = async () => {
    if (!isOpen) return;
    isOpen = false;
    await close();
  };
  opened.push(stop);
  return { lines, errors, stop };
}

const path = () => join(dataDir, 'operator.sock');
/** Which server answers a command; null if none does. */
async function whoAnswers(): Promise<string | null> {
  const outcome = await askServer(dataDir, { args: ['status'], operator: 'tests' });
  return /https:\/\/(\w+)\.example/.exec(outcome?.club ?? '')?.[1] ?? null;
}

describe('the socket of the operator’s command', () => {
  it('says that a server which ends before its answer may have carried out the command', async () => {
    for (const said of ['', '{"code":0,"te']) {
      const dying = createServer({ allowHalfOpen: true }, (socket) =>
        socket.on('end', () => socket.end(said)).resume(),
      );
      await new Promise<void>((resolve) => dying.listen(path(), resolve));
      expect(await askServer(dataDir, { args: ['status'], operator: 'tests' })).toEqual({
        code: 3,
        text: expect.stringContaining('may have carried out the command'),
      });
      await new Promise((resolve) => dying.close(resolve));
    }
  });

  it('stays with the server that has it, and passes to another one when that one stops', async () => {
    const first = await server('first');
    const second = await server('second');
    const third = await server('third');
    expect(second.lines).toEqual([
      `the operator's commands go to another server that runs on ${dataDir}, until that one stops`,
    ]);
    expect(await whoAnswers()).toBe('first');
    await second.stop();
    expect(await whoAnswers()).toBe('first');
    await first.stop();
    await expect.poll(whoAnswers).toBe('third');
    expect(third.lines.at(-1)).toBe("the operator's commands come to this server now");
    await third.stop();
    expect([await whoAnswers(), readdirSync(dataDir)]).toEqual([null, []]);
  });

  it('is asked by other servers whether it is there, and nothing fails by that', async () => {
    const first = await server('first');
    await server('second');
    await sleep(10 * LOOK_MS);
    expect(await whoAnswers()).toBe('first');
    expect(first.errors).toEqual([]);
  });

  it('is not held open by somebody who sends no command, so that a server can stop', async () => {
    const first = await server('first', 100);
    const silent = connect({ path: path(), allowHalfOpen: true }).on('error', () => undefined);
    // It never closes its own side, so that the server must close both.
    opened.push(async () => void silent.destroy());
    silent.resume().write('{');
    await new Promise((resolve) => silent.once('connect', resolve));
    await first.stop();
    await expect.poll(() => first.errors.map(String)).toEqual(['Error: no command came']);
  });

  it('is only its owner’s, from the moment at which it can be found', async () => {
    await server('first');
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  it('is made again if somebody removes it or puts a file in its place', async () => {
    await server('first');
    rmSync(path());
    await expect.poll(whoAnswers).toBe('first');
    rmSync(path());
    writeFileSync(path(), '');
    await expect.poll(whoAnswers).toBe('first');
  });

  it('is replaced if a killed server left it behind, by one of those who find it', async () => {
    const listening = `require('node:net').createServer().listen(${JSON.stringify(path())}, () => process.kill(process.pid, 'SIGKILL'))`;
    expect(spawnSync(process.execPath, ['-e', listening]).signal).toBe('SIGKILL');
    expect(statSync(path()).isSocket()).toBe(true);
    const servers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => server(name)));
    await expect.poll(whoAnswers).not.toBeNull();
    const { ino } = statSync(path());
    await new Promise((resolve) => setTimeout(resolve, 10 * LOOK_MS));
    expect(statSync(path()).ino).toBe(ino);
    for (const { stop } of servers) {
      expect(await whoAnswers()).not.toBeNull();
      await stop();
      if (stop !== servers.at(-1)?.stop) await expect.poll(whoAnswers).not.toBeNull();
    }
    expect([await whoAnswers(), readdirSync(dataDir)]).toEqual([null, []]);
  });
});
