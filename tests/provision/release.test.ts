import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { packagesOf } from '#server/entry/launch/bundled-packages.mjs';
import { entriesOf, writeArchive } from '#server/entry/launch/release-archive.mjs';
import { licensesText } from '#server/entry/launch/release-licenses.mjs';
import { billOf } from '#server/entry/launch/release-sbom.mjs';
import { isPrivate, momentOf } from '#server/entry/launch/release.mjs';
import { nameOfSystem, otherSystemOf, systemOfProcess } from '#server/entry/launch/same-system.mjs';
import { placesBeside } from '#server/entry/launch/shipped-packages.mjs';

let root: string;
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'perch-release-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}

describe('an archive', () => {
  const at = new Date('2026-11-24T12:00:00Z');
  const entry = (name: string, content: string, executable = false) => ({
    name,
    content: Buffer.from(content),
    executable,
  });
  const list = (file: string) => execFileSync('tar', ['--utc', '-tvzf', file], { encoding: 'utf8' }).trim().split('\n');

  it('is the same however its files are ordered: sorted, of root, of one moment, readable for all', async () => {
    const [one, other] = [join(root, 'one.tar.gz'), join(root, 'other.tar.gz')];
    const files = [entry('b/run.mjs', 'run', true), entry('a.txt', 'text'), entry('b/a/deep.txt', 'deep')];
    const first = await writeArchive(one, files, { folder: 'perch', at });
    expect(await writeArchive(other, files.reverse(), { folder: 'perch', at })).toBe(first);
    expect(readFileSync(one)).toEqual(readFileSync(other));
    expect(readFileSync(`${one}.sha256`, 'utf8')).toBe(`${first}  one.tar.gz\n`);
    expect(list(one).map((line) => line.replace(/ +/g, ' '))).toEqual([
      'drwxr-xr-x root/root 0 2026-11-24 12:00 perch/',
      '-rw-r--r-- root/root 4 2026-11-24 12:00 perch/a.txt',
      'drwxr-xr-x root/root 0 2026-11-24 12:00 perch/b/',
      'drwxr-xr-x root/root 0 2026-11-24 12:00 perch/b/a/',
      '-rw-r--r-- root/root 4 2026-11-24 12:00 perch/b/a/deep.txt',
      '-rwxr-xr-x root/root 3 2026-11-24 12:00 perch/b/run.mjs',
    ]);
  });

  it('differs when a byte, a name or the moment does', async () => {
    const file = join(root, 'a.tar.gz');
    const options = { folder: 'perch', at };
    const sums = [
      await writeArchive(file, [entry('a', 'text')], options),
      await writeArchive(file, [entry('a', 'texT')], options),
      await writeArchive(file, [entry('b', 'text')], options),
      await writeArchive(file, [entry('a', 'text', true)], options),
      await writeArchive(file, [entry('a', 'text')], { ...options, at: new Date(at.getTime() + 1000) }),
    ];
    expect(new Set(sums).size).toBe(sums.length);
  });

  it('takes folders whole, and refuses links and twofold names', async () => {
    write('folder/a.txt', 'a');
    write('folder/b/c.txt', 'c');
    expect(entriesOf(join(root, 'folder'), 'docs').map(({ name, content }) => [name, String(content)])).toEqual(
      expect.arrayContaining([
        ['docs/a.txt', 'a'],
        ['docs/b/c.txt', 'c'],
      ]),
    );
    symlinkSync('/etc/passwd', join(root, 'folder/b/link'));
    expect(() => entriesOf(join(root, 'folder'), 'docs')).toThrow('is neither a file nor a folder');
    const twice = [entry('a', '1'), entry('a', '2')];
    await expect(writeArchive(join(root, 'x'), twice, { folder: 'perch', at })).rejects.toThrow('same name');
  });
});

describe('a release', () => {
  const linux = { os: 'linux', cpu: 'x64', libc: 'glibc' };

  it.each([
    [{ os: ['linux'], cpu: ['x64'], libc: ['glibc'] }, null],
    [{ os: ['linux'], cpu: ['arm64'], libc: ['glibc'] }, 'linux-arm64-glibc'],
    [{ os: ['linux'], cpu: ['x64'], libc: ['musl'] }, 'linux-x64-musl'],
    [{ os: ['darwin'], cpu: ['arm64'] }, 'darwin-arm64'],
    [{}, null],
  ])('is refused on another kind of system than that of its native code: %j', (manifest, expected) => {
    expect(otherSystemOf(manifest, linux)).toBe(expected);
  });

  it('knows the system that it runs on', () => {
    expect(nameOfSystem(systemOfProcess())).toMatch(
      new RegExp(`^${process.platform}-${process.arch}(-(glibc|musl))?$`),
    );
    expect(nameOfSystem({ os: 'darwin', cpu: 'arm64', libc: null })).toBe('darwin-arm64');
  });

  it.each([
    ['deploy/compose/secrets/perch_secret', true],
    ['deploy/compose/secrets.new/perch_secret', true],
    ['deploy/compose/.env', true],
    ['server/secret.key', true],
    ['server/secret.key.new', true],
    ['deploy/systemd/perch.env.example', false],
    ['deploy/compose/make-secrets', false],
  ])('leaves out what a trial has left in the checkout: %s', (name, expected) => {
    expect(isPrivate(name)).toBe(expected);
  });

  it('names its commit, also that something was changed since, or what it is told', () => {
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], { cwd: root });
    expect(momentOf(root, {})).toEqual({ at: new Date('1980-01-01T00:00:00Z'), revision: null });
    write('a', '1');
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'first', '--date=2026-01-01T00:00:00Z');
    const { at, revision } = momentOf(root, {});
    expect(revision).toMatch(/^[0-9a-f]{12}$/);
    expect(at.getTime()).toBeGreaterThan(Date.parse('2026-01-01'));
    write('a', '2');
    expect(momentOf(root, {}).revision).toBe(`${revision}-changed`);
    expect(momentOf(root, { PERCH_REVISION: 'v1', SOURCE_DATE_EPOCH: '86400' })).toEqual({
      at: new Date('1970-01-02T00:00:00Z'),
      revision: 'v1',
    });
    expect(() => momentOf(root, { SOURCE_DATE_EPOCH: 'today' })).toThrow('SOURCE_DATE_EPOCH must be');
  });
});

describe('the packages of a build', () => {
  it('are those of its modules, what its style sheets import, and what bundlers add', () => {
    write('app.css', "@import 'tailwindcss' source('..');\n@plugin \"daisyui\" {}\n@import './more.css';\n");
    write('more.css', '@plugin "@scope/plugin/theme" {}\n');
    expect(
      packagesOf([
        '/srv/node_modules/react/index.js',
        '/srv/node_modules/react/jsx-runtime.js?v=1',
        'node_modules/react-router/node_modules/cookie/dist/index.js',
        'C:\\app\\node_modules\\@scope\\name\\a.js',
        '\0vite/preload-helper.js',
        '/srv/src/main.tsx',
        join(root, 'app.css'),
      ]),
    ).toEqual([
      'node_modules/@scope/name',
      'node_modules/@scope/plugin',
      'node_modules/daisyui',
      'node_modules/react',
      'node_modules/react-router/node_modules/cookie',
      'node_modules/tailwindcss',
      'node_modules/vite',
    ]);
  });

  it('beside the bundle are there with all that they need and that is installed', () => {
    const packages = {
      '': {},
      'node_modules/native': { optionalDependencies: { 'native-here': '1', 'native-elsewhere': '1' } },
      'node_modules/native-here': { dependencies: { shared: '1' } },
      'node_modules/native-elsewhere': {},
      'node_modules/shared': {},
      'node_modules/native-here/node_modules/shared': {},
    };
    write('package-lock.json', JSON.stringify({ packages }));
    for (const place of Object.keys(packages))
      if (place !== '' && !place.endsWith('elsewhere')) write(`${place}/package.json`, '{}');
    expect(placesBeside(root, ['native'])).toEqual([
      'node_modules/native',
      'node_modules/native-here',
      'node_modules/native-here/node_modules/shared',
    ]);
    expect(() => placesBeside(root, ['native-elsewhere'])).toThrow('native-elsewhere is not installed');
  });
});

describe('the papers of a release', () => {
  const shipped = (name: string, license: string, text?: string) => ({
    place: `node_modules/${name}`,
    name,
    version: '1.0.0',
    license,
    texts: text === undefined ? [] : [{ file: 'LICENSE', text }],
    manifest: { author: { name: `Author of ${name}` } },
  });

  it('have the text of each license once, and one for who has none', () => {
    const text = licensesText([
      shipped('a', 'MIT', 'Text of Ann'),
      shipped('b', 'MIT', 'Text of Ann\r\n'),
      shipped('c', 'MIT'),
      shipped('d', 'Apache-2.0'),
      shipped('e', 'Apache-2.0', 'Apache License'),
    ]);
    expect(text.split('Text of Ann')).toHaveLength(2);
    expect(text).toMatch(/a 1\.0\.0\nb 1\.0\.0\n\nText of Ann/);
    expect(text).toMatch(/Copyright \(c\) Author of c\n\nPermission is hereby granted/);
    expect(text).toMatch(/Author of d\n\nThe text of Apache-2\.0 is that of e/);
    expect(() => licensesText([shipped('f', 'ISC')])).toThrow('No package that is shipped has the text of ISC');
  });

  const component = (name: string) => ({
    'bom-ref': `${name}@1.0.0`,
    scope: 'optional',
    properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
  });
  const known = {
    metadata: { component: { 'bom-ref': 'here@0.1.0', name: 'folder' } },
    components: [component('a'), component('tool')],
    dependencies: [
      { ref: 'here@0.1.0', dependsOn: ['a@1.0.0', 'tool@1.0.0'] },
      { ref: 'a@1.0.0' },
      { ref: 'tool@1.0.0' },
    ],
  };
  const bill = (at: string) =>
    billOf(known, {
      packages: [shipped('a', 'MIT', '')],
      product: { name: 'perch', version: '0.1.0' },
      at: new Date(at),
    });

  it('list what is in it and nothing else, the same however often they are made', () => {
    const one = bill('2026-11-24');
    expect(one).toMatchObject({
      metadata: { timestamp: '2026-11-24T00:00:00.000Z', component: { name: 'perch', type: 'application' } },
      components: [{ 'bom-ref': 'a@1.0.0', scope: 'required', properties: [] }],
      dependencies: [
        { ref: 'here@0.1.0', dependsOn: ['a@1.0.0'] },
        { ref: 'a@1.0.0', dependsOn: [] },
      ],
    });
    expect(one.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(bill('2026-11-24')).toEqual(one);
    expect(bill('2026-11-25').serialNumber).not.toBe(one.serialNumber);
  });

  it('are not written if npm does not know something that is in it', () => {
    const packages = [shipped('stranger', 'MIT', '')];
    expect(() => billOf(known, { packages, product: { name: 'perch', version: '0.1.0' }, at: new Date() })).toThrow(
      'npm does not know what is shipped: stranger@1.0.0',
    );
  });
});
