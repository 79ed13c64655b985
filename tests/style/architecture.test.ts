import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { arrowsBetween, arrowsIn, drawing, PAGE, pageNow, withoutImplied } from './architecture.ts';
import { floorsOf } from './floors.ts';
import type { Import } from './import-graph.ts';

/** The picture of the architecture matches the imports, and shows what it should. */

it('matches the imports', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page === pageNow(page), 'run npm run architecture, look at the difference, and commit it').toBe(true);
});

/** The rooms of each storey in the drawing of a page, line by line; what they are for stands behind a wide gap. */
function storeysIn(page: string): ReadonlyMap<string, readonly (readonly string[])[]> {
  const block = /^```\n(.*?)^```/ms.exec(page)?.[1] ?? '';
  const storeys = new Map<string, string[][]>();
  for (const line of block.split('\n').filter((each) => each.trim() !== '')) {
    const [, storey = '', rest = ''] = /^(\w*)\s+(.*)$/.exec(line) ?? [];
    const name = storey || ([...storeys.keys()].at(-1) ?? '');
    const [rooms = ''] = rest.split(/ {3,}/);
    storeys.set(name, [...(storeys.get(name) ?? []), rooms.split(' ')]);
  }
  return storeys;
}

/** What is wrong with a storey's drawing: a room that is missing or gone, and an import that goes up or to the left. */
function wrongIn(lines: readonly (readonly string[])[], arrows: readonly (readonly [string, string])[]): string[] {
  const order = lines.flat();
  const rooms = new Set(arrows.flat());
  return [
    ...[...rooms].filter((room) => !order.includes(room)).map((room) => `${room} is not drawn`),
    ...order.filter((room) => !rooms.has(room)).map((room) => `${room} is not there`),
    ...arrows
      .filter(([from, to]) => order.includes(to) && order.indexOf(to) < order.indexOf(from))
      .map(([from, to]) => `${from} imports ${to}`),
  ];
}

const withoutExtension = (room: string) => room.replace(/\.(ts|mjs)$/, '');

it.each([...storeysIn(readFileSync('server/README.md', 'utf8'))])(
  'is what server/README.md draws of the storey %s',
  (storey, lines) => {
    const arrows = arrowsIn(`server/${storey}`).map(
      ({ from, to }) => [withoutExtension(from), withoutExtension(to)] as const,
    );
    expect(arrows.length).toBeGreaterThan(10);
    expect(wrongIn(lines, arrows)).toEqual([]);
  },
);

it('finds what such a drawing gets wrong', () => {
  const storeys = storeysIn('```\nentry      main app   the process\n           http\n\ndomain     club\n```\n');
  expect([...storeys]).toEqual([
    ['entry', [['main', 'app'], ['http']]],
    ['domain', [['club']]],
  ]);
  expect(
    wrongIn(storeys.get('entry') ?? [], [
      ['main', 'app'],
      ['http', 'app'],
      ['http', 'acts'],
    ]),
  ).toEqual(['acts is not drawn', 'http imports app']);
  expect(wrongIn([['main'], ['gone']], [['main', 'main']])).toEqual(['gone is not there']);
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
