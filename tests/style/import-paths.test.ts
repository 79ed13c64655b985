import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { expect, it } from 'vitest';

import { namedBy, patternsOf } from './import-paths.ts';

const require = createRequire(import.meta.url);
const { forbidden } = require('../../.dependency-cruiser.cjs') as { forbidden: Parameters<typeof patternsOf>[0] };

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
}).split('\n');
const packages = readdirSync('node_modules').map((name) => `node_modules/${name}/`);
const modules = [...builtinModules, ...builtinModules.map((name) => `node:${name}`)];
const everything = [...files, ...packages, ...modules];

it.each([...new Set(patternsOf(forbidden).flatMap(namedBy))])(
  'the import rules name something that exists: %s',
  (pattern) => {
    const named = new RegExp(pattern);
    expect(everything.some((path) => named.test(path))).toBe(true);
  },
);

it.each([
  ['^src/(api|ui)/', ['^src/api/', '^src/ui/']],
  ['^machines/(?!graph/|chart/)', ['^machines/', '^machines/graph/', '^machines/chart/']],
  ['^server/(domain/(ledger|rates))/', ['^server/domain/ledger/', '^server/domain/rates/']],
  ['^machines/([^/]+)/', ['^machines/[^/]+/']],
  ['^src/flows/$1/', ['^src/flows/[^/]+/']],
])('%s names each of its choices', (pattern, named) => {
  expect(namedBy(pattern)).toEqual(named);
});
