// The command that opens the atlas, as a process of its own: the address that it prints, and how it ends.
import { spawn, type ChildProcess } from 'node:child_process';
import { get } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { cleanEnvironment } from '#tests/provision/environment.ts';

const LIMIT_MS = 120_000;

interface Command {
  readonly process: ChildProcess;
  readonly said: () => string;
  readonly address: Promise<string>;
  readonly ended: Promise<number | null>;
}

const started: ChildProcess[] = [];
afterEach(() => {
  for (const each of started.splice(0)) each.kill('SIGKILL');
});

/** `npm run atlas` with these parameters, by a user who may do less where `uid` says so. */
function atlas(parameters: readonly string[], { uid }: { readonly uid?: number } = {}): Command {
  const child = spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'atlas/build/cli.ts', ...parameters], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  started.push(child);
  let text = '';
  const address = new Promise<string>((resolve) => {
    const hear = (chunk: Buffer): void => {
      text += String(chunk);
      const [, found] = /open at (\S+);/.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { process: child, said: () => text, address, ended };
}

it(
  'prints the address that it listens at, whatever localhost means on this machine',
  async () => {
    const { address, process: child, ended } = atlas(['--port', '0']);
    const url = await address;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(url)).text()).toContain('<title>Atlas of the flows</title>');
    child.kill('SIGINT');
    expect(await ended).not.toBe(0);
  },
  LIMIT_MS,
);

it(
  'ends where it fails, although a page waits for its charts',
  async () => {
    const { address, said, ended } = atlas(['--port', '0', '--log', 'no-such-log.json']);
    const waiting = new Promise((resolve) => {
      void address.then((url) => get(`${url}/data/(index).js`, resolve).on('error', ({ message }) => resolve(message)));
    });
    expect([await ended, await waiting]).toEqual([2, 'socket hang up']);
    expect(said()).toContain('no-such-log.json');
    expect(said()).not.toMatch(/^ {4}at /m);
  },
  LIMIT_MS,
);

const NOBODY = 65_534;
/** Who administers the machine takes another account's place. */
const account = process.getuid?.() === 0 ? { uid: NOBODY } : {};

it(
  'refuses a port of the administrator’s in words, where the system refuses it',
  async () => {
    const { address, said, ended } = atlas(['--port', '80'], account);
    const opened = await Promise.race([address, ended]);
    const refused = 'Port 80 (is for the system’s administrator alone|is taken); name another with --port.';
    // Some systems give low ports to everybody; then the address has to lead there.
    if (typeof opened === 'string') expect((await fetch(opened)).status).toBe(200);
    else expect([opened, said()]).toEqual([2, expect.stringMatching(`^${refused}\n$`)]);
  },
  LIMIT_MS,
);
