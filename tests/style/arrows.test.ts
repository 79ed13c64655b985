import { expect, it } from 'vitest';

import { arrowsOf, floorsOf, partOf, report, ringsOf } from './arrows.mjs';

const module = (source: string, ...resolved: string[]) => ({ source, dependencies: resolved.map((each) => ({ resolved: each })) });

const MODULES = [
  module('server/domain/seats/tree.ts', 'server/domain/members/members.ts', 'server/platform/db/kysely.ts', 'node_modules/kysely/index.js', 'node:fs'),
  module('server/domain/seats/legs.ts', 'server/domain/members/members.ts', 'server/domain/seats/tree.ts'),
  module('server/domain/members/members.ts', 'server/platform/db/kysely.ts'),
  module('server/entry/main.ts', 'server/domain/seats/tree.ts'),
  module('server/platform/db/kysely.ts'),
];

it.each([
  ['server/domain/seats/tree.ts', '', 'server'],
  ['server/domain/seats/tree.ts', 'server', 'server/domain'],
  ['server/entry/main.ts', 'server/entry', 'server/entry'],
  ['server/entry/main.ts', 'server/domain', null],
  ['vite.config.ts', '', null],
])('%s is, seen from "%s", of %s', (file, top, part) => {
  expect(partOf(file, top)).toBe(part);
});

it('imports are counted from folder to folder, and lead down', () => {
  const arrows = arrowsOf(MODULES, 'server');
  expect(report(arrows, 'server')).toBe('3 folders on 3 floors, arrows: 2, none upward\n\nentry → domain 1\n\ndomain → platform 2\n\nplatform → nothing');
  expect(report(arrowsOf(MODULES, 'server/domain'), 'server/domain')).toBe('2 folders on 2 floors, arrows: 1, none upward\n\nseats → members 2\n\nmembers → nothing');
});

it('a ring is told, by way of others too, and its folders share a floor', () => {
  const arrows = arrowsOf([module('a/1.ts', 'b/1.ts'), module('b/2.ts', 'c/1.ts'), module('c/2.ts', 'a/2.ts', 'd/1.ts')], '');
  expect(ringsOf(arrows)).toEqual([['a', 'b'], ['b', 'c'], ['c', 'a']]);
  expect(floorsOf(arrows)).toEqual([['d'], ['a', 'b', 'c']]);
});
