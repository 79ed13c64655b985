/**
 * Which folders import which: `npm run arrows` for the whole house, `npm run arrows -- server/domain` for the rooms of a folder. The
 * floors begin with what imports nothing; an arrow between two folders that need each other, be it by way of others, runs upward.
 */
import { spawnSync } from 'node:child_process';

const HOUSE = ['openapi', 'money', 'machines', 'locales', 'server', 'src', 'atlas', 'tests'];

/**
 * @typedef {{ source: string, dependencies: { resolved: string }[] }} Module as dependency-cruiser tells of it
 * @typedef {Map<string, Map<string, number>>} Arrows from → to → how many imports
 */

/**
 * The part of the house that a file lies in: a folder right below `top`, or `top` itself for files that lie there; null outside of it.
 *
 * @param {string} file
 * @param {string} top empty for the whole house
 */
export function partOf(file, top) {
  const below = top === '' ? file : file.startsWith(`${top}/`) ? file.slice(top.length + 1) : null;
  if (below === null) return null;
  const [first = '', ...rest] = below.split('/');
  if (rest.length > 0) return top === '' ? first : `${top}/${first}`;
  return top === '' ? null : top;
}

/**
 * @param {readonly Module[]} modules
 * @param {string} top
 * @returns {Arrows}
 */
export function arrowsOf(modules, top) {
  const arrows = new Map();
  for (const { source, dependencies } of modules) {
    const from = partOf(source, top);
    if (from === null) continue;
    if (!arrows.has(from)) arrows.set(from, new Map());
    for (const { resolved } of dependencies) {
      const to = partOf(resolved, top);
      if (to === null || to === from || resolved.includes('node_modules/')) continue;
      arrows.get(from).set(to, (arrows.get(from).get(to) ?? 0) + 1);
    }
  }
  for (const targets of [...arrows.values()]) for (const to of targets.keys()) if (!arrows.has(to)) arrows.set(to, new Map());
  return arrows;
}

/** @param {Arrows} arrows @param {string} from */
function reachedFrom(arrows, from) {
  const reached = new Set();
  const ahead = [from];
  for (let part = ahead.pop(); part !== undefined; part = ahead.pop()) {
    for (const to of arrows.get(part)?.keys() ?? []) {
      if (!reached.has(to)) ahead.push(to);
      reached.add(to);
    }
  }
  return reached;
}

/**
 * Arrows that are part of a ring, so that one of each ring runs upward however the floors are drawn.
 *
 * @param {Arrows} arrows
 * @returns {[from: string, to: string][]}
 */
export function ringsOf(arrows) {
  const reach = new Map([...arrows.keys()].map((part) => [part, reachedFrom(arrows, part)]));
  return [...arrows].flatMap(([from, targets]) => [...targets.keys()].filter((to) => reach.get(to)?.has(from)).map((to) => /** @type {[string, string]} */ ([from, to])));
}

/**
 * The parts by floors, from what imports nothing up; parts of one ring share a floor.
 *
 * @param {Arrows} arrows
 * @returns {string[][]}
 */
export function floorsOf(arrows) {
  const ring = new Set(ringsOf(arrows).map(([from, to]) => `${from} ${to}`));
  const floorOf = new Map([...arrows.keys()].map((part) => [part, 0]));
  // As often as there are parts: no way down is longer.
  for (let round = 0; round < arrows.size; round += 1) {
    for (const [from, targets] of arrows) {
      const below = [...targets.keys()].map((to) => (floorOf.get(to) ?? 0) + (ring.has(`${from} ${to}`) ? 0 : 1));
      floorOf.set(from, Math.max(floorOf.get(from) ?? 0, ...below));
    }
  }
  const floors = Array.from({ length: Math.max(-1, ...floorOf.values()) + 1 }, () => /** @type {string[]} */ ([]));
  for (const [part, floor] of floorOf) floors[floor]?.push(part);
  return floors.map((parts) => parts.sort());
}

/** @param {Arrows} arrows @param {string} top */
export function report(arrows, top) {
  const short = (/** @type {string} */ part) => (part === top || top === '' ? part : part.slice(top.length + 1));
  const floors = floorsOf(arrows);
  const rings = ringsOf(arrows);
  const lines = floors.toReversed().flatMap((parts) => [
    '',
    ...parts.map((part) => `${short(part)} → ${[...(arrows.get(part) ?? [])].sort().map(([to, count]) => `${short(to)} ${count}`).join(', ') || 'nothing'}`),
  ]);
  const count = [...arrows.values()].reduce((sum, targets) => sum + targets.size, 0);
  const upward = rings.length === 0 ? 'none upward' : `in rings: ${rings.map(([from, to]) => `${short(from)} → ${short(to)}`).join(', ')}`;
  return [`${arrows.size} folders on ${floors.length} floors, arrows: ${count}, ${upward}`, ...lines].join('\n');
}

/** @returns {Module[]} */
function cruise() {
  const program = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...HOUSE], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout).modules;
}

if (process.argv[1]?.endsWith('arrows.mjs')) {
  const modules = cruise();
  const tops = process.argv.length > 2 ? process.argv.slice(2).map((folder) => folder.replace(/\/$/, '')) : [''];
  for (const top of tops) {
    const arrows = arrowsOf(modules, top);
    if (arrows.size === 0) throw new Error(`there is no folder ${top}`);
    console.log(`${top === '' ? 'the house' : top}: ${report(arrows, top)}\n`);
  }
}
