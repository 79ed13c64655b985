import { readFileSync } from 'node:fs';

import { floorsOf } from './floors.ts';
import { aliasedFolders, importsOf, type Import } from './import-graph.ts';
import { FILES } from './repository.ts';

/**
 * The picture of docs/architecture.md, drawn from the imports alone: which folder needs which. No folder is hard-coded
 * here, so a folder that moves is drawn in its new place.
 */

export const PAGE = 'docs/architecture.md';
/** A folder with more subfolders than this is drawn as one box. */
const MOST_ROOMS = 16;
/** Tests import everything, so their arrows would hide all others. */
const NOT_DRAWN = new Set(['tests']);
const BEGIN = '<!-- drawn by `npm run architecture` -->';
const END = '<!-- end of the drawing -->';

/** An arrow between two folders, with the imports that it represents. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly imports: readonly Import[];
  /** Whether it points against the order of nearly all others. */
  readonly runsUp: boolean;
}

const isCode = (file: string) => /\.(ts|tsx|mjs)$/.test(file);
const rootOf = (file: string) => file.slice(0, Math.max(0, file.indexOf('/')));
const byName = (a: string, b: string) => (a < b ? -1 : 1);

/** The direct subfolders of a folder that contain code. */
function roomsIn(folder: string, files: readonly string[]): string[] {
  const inside = files
    .filter((file) => isCode(file) && file.startsWith(`${folder}/`))
    .map((file) => file.slice(folder.length + 1));
  return [...new Set(inside.filter((file) => file.includes('/')).map(rootOf))].sort(byName);
}

/** The box of a file inside a folder: its subfolder, or the file itself if it is not in one. */
function roomOf(folder: string, file: string): string {
  const inside = file.slice(folder.length + 1);
  return rootOf(inside) || inside;
}

/** The arrows between the boxes that `boxOf` puts files into; null leaves a file out. */
export function arrowsBetween(imports: readonly Import[], boxOf: (file: string) => string | null): Arrow[] {
  const found = new Map<string, Import[]>();
  for (const each of imports) {
    const [from, to] = [boxOf(each.from), boxOf(each.to)];
    if (from === null || to === null || from === to) continue;
    const key = `${from} ${to}`;
    found.set(key, [...(found.get(key) ?? []), each]);
  }
  const pairs = [...found]
    .sort(([a], [b]) => byName(a, b))
    .map(([key, imports]) => ({ ends: key.split(' ') as [string, string], imports }));
  const order = floorsOf(pairs.map(({ ends: [from, to], imports }) => ({ from, to, weight: imports.length })));
  return pairs.map(({ ends: [from, to], imports }) => ({
    from,
    to,
    imports,
    runsUp: order.indexOf(from) > order.indexOf(to),
  }));
}

/** Whether arrows lead from one box to another. */
function reachOf(pairs: readonly (readonly [string, string])[]): (from: string, to: string) => boolean {
  const reached = new Map<string, Set<string>>();
  for (const start of new Set(pairs.flat())) {
    const seen = new Set<string>();
    const next = [start];
    for (let at = next.pop(); at !== undefined; at = next.pop()) {
      for (const [from, to] of pairs) if (from === at && !seen.has(to)) next.push((seen.add(to), to));
    }
    reached.set(start, seen);
  }
  return (from, to) => reached.get(from)?.has(to) ?? false;
}

/** The arrows without those that a longer path down implies; one that points up is always included. */
export function withoutImplied(arrows: readonly Arrow[]): Arrow[] {
  const down = arrows.filter(({ runsUp }) => !runsUp);
  return arrows.filter((arrow) => {
    if (arrow.runsUp) return true;
    const reach = reachOf(down.filter((each) => each !== arrow).map(({ from, to }) => [from, to] as const));
    return !reach(arrow.from, arrow.to);
  });
}

/** The picture as Mermaid source. */
export function drawing(files: readonly string[], imports: readonly Import[]): string {
  const roots = [...new Set(imports.flatMap(({ from, to }) => [rootOf(from), rootOf(to)]))]
    .filter((root) => root !== '' && !NOT_DRAWN.has(root))
    .sort(byName);
  const id = (root: string, room: string) => `${root}_${room}`.replace(/\W/g, '_');
  const line = (from: string, to: string, { runsUp }: Arrow) => `${from} ${runsUp ? '-.->' : '-->'} ${to}`;
  const boxes = roots.flatMap((root) => {
    const rooms = roomsIn(root, files);
    if (rooms.length < 2 || rooms.length > MOST_ROOMS)
      return [`  ${root}["${root}/${rooms.length < 2 ? '' : ` (${rooms.length} folders)`}"]`];
    const arrows = withoutImplied(
      arrowsBetween(imports, (file) => (isCode(file) && file.startsWith(`${root}/`) ? roomOf(root, file) : null)),
    );
    const drawn = [...new Set([...rooms, ...arrows.flatMap(({ from, to }) => [from, to])])].sort(byName);
    return [
      `  subgraph ${root}["${root}/"]`,
      '    direction TB',
      ...drawn.map((room) => `    ${id(root, room)}["${room}"]`),
      ...arrows.map((arrow) => `    ${line(id(root, arrow.from), id(root, arrow.to), arrow)}`),
      '  end',
    ];
  });
  const between = arrowsBetween(imports, (file) => (roots.includes(rootOf(file)) ? rootOf(file) : null));
  return ['flowchart TB', ...boxes, ...between.map((arrow) => `  ${line(arrow.from, arrow.to, arrow)}`)].join('\n');
}

/** Which file imports which in this repository now. */
export function importsNow(files = FILES): Import[] {
  return importsOf(files, aliasedFolders(readFileSync('package.json', 'utf8')));
}

/** The page with the current picture. @throws Error if the page has no place for it */
export function pageNow(page: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${PAGE} has lost the marks between which the picture stands`);
  return `${page.slice(0, begin)}${BEGIN}\n\n\`\`\`mermaid\n${drawing(FILES, importsNow(FILES.filter((file) => !NOT_DRAWN.has(rootOf(file)))))}\n\`\`\`\n\n${page.slice(end)}`;
}

/** The arrows between the subfolders of a folder, or between the top folders by default. */
export function arrowsIn(folder: string | null): Arrow[] {
  const top = (file: string) => rootOf(file) || null;
  return arrowsBetween(
    importsNow(),
    folder === null ? top : (file) => (file.startsWith(`${folder}/`) ? roomOf(folder, file) : null),
  );
}
