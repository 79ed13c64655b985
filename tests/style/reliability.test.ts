import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { EXPERIMENTS } from '#tests/prove/experiments.ts';

/** docs/reliability.md names what keeps each finding mended: all of it is there. */

const [, table = ''] = readFileSync('docs/reliability.md', 'utf8').split('## What keeps each finding mended');
const rows = [...table.matchAll(/^\| R(\d+) \| .+ \| (.+) \|$/gm)].map(([, number = '', kept = '']) => ({
  number: Number(number),
  kept: kept.split(', '),
}));

it('has a line for each of the eighteen findings, with at least one test', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 18 }, (_, at) => at + 1));
  const names = rows.flatMap(({ kept }) => kept);
  const isThere = (name: string) => {
    const [, experiment] = /^`prove (\w+)`$/.exec(name) ?? [];
    return experiment === undefined
      ? /^tests\/.+\.test\.ts$/.test(name) && existsSync(name)
      : EXPERIMENTS.some((each) => each.name === experiment);
  };
  expect(names.filter((name) => !isThere(name))).toEqual([]);
  expect(['`prove nothing`', 'tests/launch/planted.test.ts', 'README.md'].filter(isThere)).toEqual([]);
});
