import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { arrowsBetween, drawing, PAGE, pageNow, withoutImplied } from './architecture.ts';
import { floorsOf } from './floors.ts';
import type { Import } from './import-graph.ts';

/** The picture of the architecture matches the imports, and shows what it should. */

it('matches the imports', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page === pageNow(page), 'run npm run architecture, look at the difference, and commit it').toBe(true);
});

it('is written only between its markers', () => {
  expect(() => pageNow('# A page without marks\n')).toThrow(/has lost the marks/);
});

const imports = (...pairs: string[]): Import[] =>
  pairs.map((pair) => {
    const [from = '', to = ''] = pair.split(' > ');
    return { from, to };
  });
const folderOf = (file: string) => file.split('/')[0] ?? null;
const said = (all: readonly Import[]) =>
  withoutImplied(arrowsBetween(all, folderOf)).map(
    ({ from, to, runsUp }) => `${from} ${runsUp ? 'up to' : 'to'} ${to}`,
  );

it('shows an arrow if one file imports another, and leaves out what a longer path implies', () => {
  expect(said(imports('a/1.ts > b/1.ts', 'b/1.ts > c/1.ts', 'a/2.ts > c/2.ts', 'a/1.ts > a/2.ts'))).toEqual([
    'a to b',
    'b to c',
  ]);
});

it('shows which of two folders in a cycle points up: the one with fewer imports', () => {
  expect(said(imports('a/1.ts > b/1.ts', 'a/2.ts > b/1.ts', 'b/2.ts > a/3.ts'))).toEqual(['a to b', 'b up to a']);
  expect(said(imports('a/1.ts > b/1.ts', 'b/1.ts > a/3.ts', 'b/2.ts > a/3.ts'))).toEqual(['a up to b', 'b to a']);
});

it('cuts a longer cycle where it has the fewest imports', () => {
  const arrow = (from: string, to: string, weight: number) => ({ from, to, weight });
  expect(floorsOf([arrow('a', 'b', 3), arrow('b', 'c', 3), arrow('c', 'a', 1)])).toEqual(['a', 'b', 'c']);
  expect(floorsOf([arrow('a', 'b', 1), arrow('b', 'c', 3), arrow('c', 'a', 3)])).toEqual(['b', 'c', 'a']);
});

it('draws a folder with its subfolders, one with too many as a box, and no tests', () => {
  const few = imports(
    'few/app/1.ts > few/ui/1.ts',
    'few/main.ts > few/app/1.ts',
    'few/ui/1.ts > many/0/1.ts',
    'tests/1.ts > few/main.ts',
  );
  const many = Array.from({ length: 17 }, (_, at) => `many/${at}/1.ts`);
  const files = [...many, 'few/app/1.ts', 'few/ui/1.ts', 'few/main.ts', 'tests/1.ts'];
  expect(drawing(files, few).split('\n')).toEqual([
    'flowchart TB',
    '  subgraph few["few/"]',
    '    direction TB',
    '    few_app["app"]',
    '    few_main_ts["main.ts"]',
    '    few_ui["ui"]',
    '    few_app --> few_ui',
    '    few_main_ts --> few_app',
    '  end',
    '  many["many/ (17 folders)"]',
    '  few --> many',
  ]);
});
