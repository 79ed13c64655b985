import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cacheFolder } from './module-cache.ts';

/**
 * A run that has begun reads on what it has kept, also when packages are installed and another run begins: with the
 * folder of the list of packages, and not with Vitest's own, which shows that this test can fail.
 */

let root: string;
const write = (name: string, text: string) => writeFileSync(join(root, name), text);
const install = (packages: string) => write('node_modules/.package-lock.json', packages);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'perch-modules-'));
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(resolve('node_modules/vitest'), join(root, 'node_modules/vitest'));
  write('package.json', '{ "type": "module" }');
  // Loaded again for each file, while a worker keeps what else it has loaded.
  write('set-up.js', 'export {};');
  const passes = "import { it } from 'vitest'; it('passes', () => {});";
  write('last.test.js', passes);
  write('other.test.js', passes);
  // The run goes on when the other has ended.
  write(
    'first.test.js',
    `import { existsSync, writeFileSync } from 'node:fs';
     import { it, vi } from 'vitest';
     it('waits', { timeout: 600_000 }, async () => {
       writeFileSync('begun', '');
       await vi.waitUntil(() => existsSync('go'), { timeout: 600_000 });
     });`,
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Runs some files one after another, in one worker, and says whether all passed. */
function run(folder: string | undefined, ...files: string[]): Promise<{ readonly ok: boolean; readonly said: string }> {
  const experimental = { fsModuleCache: true, ...(folder === undefined ? {} : { fsModuleCachePath: folder }) };
  const test = { setupFiles: './set-up.js', isolate: false, maxWorkers: 1, experimental };
  const config = `${files.join('-')}.config.js`;
  write(
    config,
    // What is made under one configuration is useless under another.
    `// ${files.join()}
     class InOrder { shard(all) { return all; } sort(all) { return all.toSorted((a, b) => a.moduleId < b.moduleId ? -1 : 1); } }
     export default { test: { ...${JSON.stringify(test)}, sequence: { sequencer: InOrder } } };`,
  );
  const vitest = spawn(
    process.execPath,
    [resolve('node_modules/vitest/vitest.mjs'), 'run', '--config', config, ...files],
    { cwd: root, env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [vitest.stdout, vitest.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
  return new Promise((done) => vitest.on('close', (code) => done({ ok: code === 0, said })));
}

/** One run, and while it runs packages are installed and another begins and ends. */
async function installedBesideARun(folderOf: () => string | undefined) {
  install('{}');
  // A module is lost only where it had been found, not made.
  write('go', '');
  expect(await run(folderOf(), 'first', 'last')).toMatchObject({ ok: true });
  for (const name of ['go', 'begun']) rmSync(join(root, name));

  const begun = run(folderOf(), 'first', 'last');
  await expect.poll(() => existsSync(join(root, 'begun'))).toBe(true);
  install('{ "another": 1 }');
  expect(await run(folderOf(), 'other')).toMatchObject({ ok: true });
  write('go', '');
  return begun;
}

it('a run reads on in the folder of what was installed when it began', async () => {
  expect(await installedBesideARun(() => cacheFolder(root))).toMatchObject({ ok: true });
});

it("in Vitest's own folder, which the other run empties, it does not", async () => {
  const { ok, said } = await installedBesideARun(() => undefined);
  expect(ok).toBe(false);
  expect(said).toMatch(/ENOENT.*\.experimental-vitest-cache/);
});
