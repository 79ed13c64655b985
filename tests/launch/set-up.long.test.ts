import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { hashOfInputs } from '#server/entry/launch/current-build.mjs';
import { installOnce, isInstalled } from '#server/entry/launch/installed.mjs';
import { isTooOld } from '#server/entry/launch/node-version.mjs';

import { temporaryFolder } from './folders.ts';

describe('the version of Node', () => {
  it.each(['18.20.4', '20.18.3', '19.9.0', '21.7.3', '22.11.0'])('%s is too old', (version) =>
    expect(isTooOld(version)).toBe(true),
  );
  it.each(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.1.0'])('%s will do', (version) =>
    expect(isTooOld(version)).toBe(false),
  );
});

describe('packages', () => {
  const entry = { version: '1.0.0', integrity: 'sha512-a' };

  function checkout(present: object | null): string {
    const root = temporaryFolder();
    write(root, 'package-lock.json', {
      packages: { '': {}, 'node_modules/a': entry, 'node_modules/other-platform': { ...entry, optional: true } },
    });
    if (present !== null) write(root, 'node_modules/.package-lock.json', { packages: present });
    write(root, 'node_modules/a/package.json', {});
    return root;
  }

  it('are there when npm has listed all that the lock asks for', () =>
    expect(isInstalled(checkout({ 'node_modules/a': entry }))).toBe(true));
  it('are missing when npm never finished', () => expect(isInstalled(checkout(null))).toBe(false));
  it('are missing while npm writes its list', () => {
    const root = checkout({ 'node_modules/a': entry });
    writeFileSync(join(root, 'node_modules/.package-lock.json'), '{"packages":{"node_mod');
    expect(isInstalled(root)).toBe(false);
  });
  it('are missing when one is not listed', () => expect(isInstalled(checkout({}))).toBe(false));
  it('are stale when a version differs', () =>
    expect(isInstalled(checkout({ 'node_modules/a': { ...entry, version: '0.9.0' } }))).toBe(false));
  it('are installed once by all who miss them at the same time, and by another where one fails', async () => {
    const root = checkout(null);
    let [under, tries] = [0, 0];
    const install = async () => {
      under += 1;
      tries += 1;
      expect(under).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      under -= 1;
      if (tries === 1) throw new Error('no network');
      write(root, 'node_modules/.package-lock.json', { packages: { 'node_modules/a': entry } });
    };
    const all = await Promise.allSettled(Array.from({ length: 3 }, () => installOnce(root, install)));
    expect(all.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect([tries, isInstalled(root)]).toEqual([2, true]);
  });
  it('are missing when a listed folder is gone', () => {
    const root = checkout({ 'node_modules/a': entry });
    rmSync(join(root, 'node_modules/a'), { recursive: true });
    expect(isInstalled(root)).toBe(false);
  });
});

describe('a build', () => {
  function checkout(): string {
    const root = temporaryFolder();
    for (const file of [
      'src/app/app.tsx',
      'locales/en-US/common.json',
      'server/platform/db/migrations/0001-a.sql',
      'package-lock.json',
      'README.md',
    ])
      write(root, file, {});
    return root;
  }

  it.each([
    'src/app/app.tsx',
    'src/new.ts',
    'locales/en-US/common.json',
    'server/platform/db/migrations/0001-a.sql',
    'package-lock.json',
    'vite.config.ts',
  ])('is stale when %s changes', (file) => {
    const root = checkout();
    const before = hashOfInputs(root);
    write(root, file, { changed: true });
    expect(hashOfInputs(root)).not.toBe(before);
  });

  it.each(['README.md', 'tests/a.test.ts', 'data/x'])('is not stale when %s changes', (file) => {
    const root = checkout();
    const before = hashOfInputs(root);
    write(root, file, { changed: true });
    expect(hashOfInputs(root)).toBe(before);
  });
});

function write(root: string, file: string, content: object): void {
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), JSON.stringify(content));
}
