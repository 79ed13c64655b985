import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { productionOf } from '#server/entry/launch/build.mjs';
import { INPUT_FOLDERS, isBuilt, renewBuild } from '#server/entry/launch/current-build.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'perch-build-'));
  write('src/app.ts', 'A');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The smallest build there is: the source, as the app and as the server. */
async function make(folder: string): Promise<void> {
  write(join(folder, 'client/app.js'), read('src/app.ts'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  write(join(folder, 'server/main.mjs'), read('src/app.ts'));
}
const build = (maker = make) => renewBuild(root, maker, { evenIfBuilt: true });
const product = () => [read('dist/client/app.js'), read('dist/server/main.mjs')];
const leftovers = () =>
  readdirSync(join(root, 'dist')).filter((name) => !['client', 'server', '.built-from'].includes(name));

describe('a build', () => {
  it('is current until its source changes, and a build of another source is another one', async () => {
    expect(isBuilt(root)).toBe(false);
    await build();
    expect([isBuilt(root), product(), leftovers()]).toEqual([true, ['A', 'A'], []]);
    write('src/app.ts', 'B');
    expect(isBuilt(root)).toBe(false);
    await build();
    write('src/app.ts', 'A');
    expect([isBuilt(root), product()]).toEqual([false, ['B', 'B']]);
  });

  it.each([
    ['changed', () => write('dist/client/app.js', 'by hand')],
    ['missing', () => rmSync(join(root, 'dist/client/app.js'))],
    ['another one beside it', () => write('dist/server/more.mjs', 'by hand')],
  ])('is not current when a file of it is %s', async (_, change) => {
    await build();
    change();
    expect(isBuilt(root)).toBe(false);
  });

  it('is compared without reading it again, unless the system has touched a file of it', async () => {
    await build();
    const [, looked] = read('dist/.built-from').split('\n');
    expect(looked).toMatch(/^[0-9a-f]{64}$/);
    // Replaced by the same, as a checkout does: the contents are compared, and the new look is kept once it is old.
    await new Promise((resolve) => setTimeout(resolve, 20));
    write('src/app.ts', 'A');
    expect([isBuilt(root), read('dist/.built-from').split('\n')[1]]).toEqual([true, '']);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(isBuilt(root)).toBe(true);
    expect(read('dist/.built-from').split('\n')[1]).toMatch(/^[0-9a-f]{64}$/);
    expect(read('dist/.built-from').split('\n')[1]).not.toBe(looked);
  });

  it('that breaks off leaves the one before as it was', async () => {
    await build();
    const broken = build((folder) => {
      write(join(folder, 'client/half.js'), '');
      return Promise.reject(new Error('no room'));
    });
    await expect(broken).rejects.toThrow('no room');
    expect([isBuilt(root), product(), leftovers()]).toEqual([true, ['A', 'A'], []]);
  });

  it('that was killed is cleared away by the next one', async () => {
    write('dist/.new-abc/client/half.js', '');
    write('dist/.lock', `${spawnSync(process.execPath, ['-e', '']).pid} 123`);
    await build();
    expect([isBuilt(root), leftovers()]).toEqual([true, []]);
  });

  it('does not hold when its source changes meanwhile', async () => {
    const changing = build(async (folder) => {
      await make(folder);
      write('src/app.ts', 'B');
    });
    await changing;
    expect(isBuilt(root)).toBe(false);
    write('src/app.ts', 'A');
    expect(isBuilt(root)).toBe(false);
  });

  it('waits for another one of the same checkout, and is spared where that one has made it', async () => {
    vi.spyOn(console, 'log').mockReturnValue(undefined);
    let under = 0;
    const maker = vi.fn(async (folder: string) => {
      under += 1;
      expect(under).toBe(1);
      await make(folder);
      under -= 1;
    });
    const wanted = () => renewBuild(root, maker, { evenIfBuilt: false });
    await Promise.all([wanted(), build(maker), wanted()]);
    expect([maker.mock.calls.length <= 2, isBuilt(root), leftovers()]).toEqual([true, true, []]);
    await wanted();
    expect(maker.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('is made from every folder that the product may import', () => {
    const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> };
    const folders = Object.keys(imports).map((alias) => alias.slice(1, -2));
    expect(folders.filter((each) => !INPUT_FOLDERS.includes(each))).toEqual(['atlas', 'fixtures', 'walk', 'tests']);
    expect(INPUT_FOLDERS.filter((each) => !folders.includes(each) && existsSync(each))).toEqual([]);
  });

  it('is one for visitors, whatever the shell asks for', () => {
    expect(productionOf({ NODE_ENV: 'development', HOME: '/somewhere' })).toEqual({
      NODE_ENV: 'production',
      HOME: '/somewhere',
    });
  });
});
