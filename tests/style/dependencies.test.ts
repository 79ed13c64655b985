import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { isPermissive, licenseOf } from '#server/entry/launch/licenses.mjs';
import { compare, PAGE, rangeHas, readPage, tableOf } from './dependencies.ts';
import { contents } from './repository.ts';

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly engines?: { readonly node?: string };
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>;
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const locked = Object.entries(lock.packages).filter(([place]) => place !== '');
/** In a release, or at least allowed to be. */
const shippable = locked.filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true);
const page = readPage(readFileSync(PAGE, 'utf8'));

/** What a license may be besides, of a package that is used and not passed on. */
const OF_TOOLS = new Set(['MPL-2.0', 'EPL-2.0 OR GPL-3.0-or-later', 'CC-BY-4.0']);

describe('docs/dependencies.md', () => {
  it.each([
    ['product', manifest.dependencies],
    ['development', manifest.devDependencies],
  ] as const)('has a line for each package of the %s, with its license', (part, packages) => {
    const wanted = Object.keys(packages).map((name) => [name, lock.packages[`node_modules/${name}`]?.license]);
    expect(page[part].map(({ name, license }) => [name, license])).toEqual(wanted);
    expect(page[part].filter(({ why }) => why.length < 5)).toEqual([]);
  });

  it('holds back only what is here, at the version that is here', () => {
    const here = page.heldBack.map(({ name }) => [name, lock.packages[`node_modules/${name}`]?.version]);
    expect(page.heldBack.map(({ name, version }) => [name, version])).toEqual(here);
    expect(page.heldBack.filter(({ why }) => why.length < 30)).toEqual([]);
  });
});

describe('the oldest Node that Perch runs on', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
  const oldest = `${/\d+\.\d+/.exec(engines.node)?.[0]}.0`;

  it('is older than a package of the product declares only where the page says so', () => {
    expect(oldest).toMatch(/^\d+\.\d+\.0$/);
    const ahead = shippable.filter(([, { engines: own }]) => !rangeHas(own?.node ?? '*', oldest));
    const named = ahead.map(([place, { version }]) => ({ name: place.replace(/^.*node_modules\//, ''), version }));
    expect(page.ahead).toEqual(named.sort((one, other) => (one.name < other.name ? -1 : 1)));
  });

  it.each([
    ['>=22', false],
    ['>= 22.0.0', false],
    ['>=20.0.0', true],
    ['^18.18.0 || ^20.9.0 || >=21.1.0', true],
    ['^18.18.0 || ^22', false],
    ['^20.19.0 || >=22.12.0', true],
    ['^20.20.0', false],
    ['>=12.20.0 <14 || >=18', true],
    ['>=16 <20', false],
    ['20.x', true],
    ['22.x', false],
    ['20 || 22 || >=24', true],
    ['~20.18.1', false],
    ['*', true],
    ['node 22', false],
  ])('is in a range or not: %s', (range, expected) => {
    expect(rangeHas(range, '20.19.0')).toBe(expected);
  });
});

describe('npm run outdated', () => {
  const heldBack = [
    { name: 'old', version: '1.0.0', why: 'the newer one is slower' },
    { name: 'alias', version: '2.0.0', why: 'drives an older browser' },
  ];

  it('says why something is not the newest, under its own name as under an alias', () => {
    const { text, good } = tableOf(
      compare(
        {
          old: { current: '1.0.0', latest: '2.0.0' },
          'alias:real@2.0.0': [{ current: '2.0.0', latest: '3.0.0' }],
        },
        heldBack,
      ),
    );
    expect(text.split('\n')).toEqual([
      'package  here   newest  held back because',
      'old      1.0.0  2.0.0   the newer one is slower',
      'alias    2.0.0  3.0.0   drives an older browser',
    ]);
    expect(good).toBe(true);
  });

  it.each([
    ['nobody says why', { new: { current: '1.0.0', latest: '1.0.1' } }, [], /NO REASON: update it/],
    [
      'the reason is for another version',
      { old: { current: '1.1.0', latest: '2.0.0' } },
      heldBack.slice(0, 1),
      /NO REASON/,
    ],
    ['a reason is not needed any more', {}, heldBack.slice(0, 1), /still holds back old, which is the newest/],
  ])('fails where %s', (_, outdated, reasons, line) => {
    const { text, good } = tableOf(compare(outdated, reasons));
    expect([good, line.test(text)]).toEqual([false, true]);
  });

  it('is content with a version that is ahead of the one called latest', () => {
    expect(tableOf(compare({ ahead: { current: '0.29.9', latest: '0.28.19' } }, []))).toEqual({
      text: 'Every package is the newest one.',
      good: true,
    });
  });
});

describe('licenses', () => {
  const known = (place: string, { version, license }: Locked) =>
    licenseOf({ name: place.replace(/^.*node_modules\//, ''), version, license });

  it('of what may be in a release are permissive', () => {
    expect(shippable.length).toBeGreaterThan(100);
    expect(shippable.filter(([place, each]) => !isPermissive(known(place, each)))).toEqual([]);
  });

  it('of tools are permissive, or concern only who passes the tool on', () => {
    const others = locked.filter(([place, each]) => {
      const license = known(place, each);
      return !isPermissive(license) && !OF_TOOLS.has(license);
    });
    expect(others).toEqual([]);
  });

  it.each([
    ['MIT', true],
    ['(MIT OR CC0-1.0)', true],
    ['GPL-3.0-only OR MIT', true],
    ['MIT AND BSD-3-Clause', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['MPL-2.0', false],
    ['EPL-2.0 OR GPL-3.0-or-later', false],
    ['(MIT AND (GPL-2.0 OR BSD-2-Clause))', false],
    ['SEE LICENSE IN LICENSE', false],
    ['UNLICENSED', false],
    ['', false],
    [undefined, false],
  ])('are judged: %s', (license, expected) => {
    expect(isPermissive(license)).toBe(expected);
  });
});

it('no package that may be in a release runs a script when it is installed', () => {
  expect(shippable.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
});

it('each package is used: a file names it or a part of it, or a used package asks for it', () => {
  const apart = new Set(['package.json', 'package-lock.json', PAGE, 'tests/style/dependencies.test.ts']);
  const text = [...contents].flatMap(([file, content]) => (apart.has(file) ? [] : [content])).join('\n');
  const scripts = JSON.stringify((JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: unknown }).scripts);
  const all = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const isNamed = (name: string): boolean =>
    ["'", '`', 'node_modules/'].some((before) => text.includes(`${before}${name}`)) ||
    new RegExp(`"${name}[/" ]`).test(text) ||
    scripts.includes(name);
  const lockedAs = (name: string) => lock.packages[`node_modules/${name}`];
  const isUsed = (name: string): boolean => {
    const typed = name.replace(/^@types\//, '');
    if (typed !== name) return typed === 'node' || isUsed(typed);
    const scopes = Object.keys(lockedAs(name)?.optionalDependencies ?? {}).map((part) => part.replace(/\/.*/, '/'));
    return (
      isNamed(name) ||
      scopes.some(isNamed) ||
      all.some((other) => isNamed(other) && lockedAs(other)?.peerDependencies?.[name] !== undefined)
    );
  };
  expect(isUsed('a-package-that-nobody-has-named')).toBe(false);
  expect(all.filter((name) => !isUsed(name))).toEqual([]);
});
