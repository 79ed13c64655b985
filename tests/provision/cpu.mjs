import { readdirSync, readFileSync } from 'node:fs';

/**
 * CPU time of the commands that a run starts, in core-seconds: a busy machine changes how long a run takes, not how
 * much it works. Linux tells it; elsewhere it is null.
 */

/** Linux counts CPU time in hundredths of a second, whatever the machine. */
const TICKS_PER_SECOND = 100;
/**
 * How often the browsers' processes are looked at: what one does after its last look is counted only where its parent
 * tells it.
 */
const LOOK_MS = 1000;

const known = process.platform === 'linux';

/**
 * @typedef {object} Usage of one process: its own time, and that of its children that have ended and were waited for
 * @property {number} parent
 * @property {number} own
 * @property {number} waited
 */

/** @returns {Usage | null} null if there is no such process any more */
function usageOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      parent: Number(fields[1]),
      own: Number(fields[11]) + Number(fields[12]),
      waited: Number(fields[13]) + Number(fields[14]),
    };
  } catch {
    return null;
  }
}

function waitedFor() {
  return known ? (usageOf('self')?.waited ?? 0) : 0;
}

/**
 * The browsers' own processes: their time appears in nothing that this process waits for. By process id, in ticks, with
 * the time of those of their children that have ended: a browser's pages come and go by the hundred, and the process
 * that they are forked from is there to the end.
 *
 * @type {Map<number, { ticks: number, parent: number, root: number }>}
 */
const unwaited = new Map();

function look() {
  const parents = new Map();
  const seen = new Map();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const usage = Number.isInteger(pid) ? usageOf(pid) : null;
    if (usage === null) continue;
    parents.set(pid, usage.parent);
    seen.set(pid, usage);
  }
  for (const [pid, { own, waited, parent }] of seen) {
    const root = isOfABrowser(commandLineOf(pid)) ? rootOf(parents, pid) : null;
    if (root !== null) unwaited.set(pid, { ticks: own + waited, parent, root });
  }
  // What has ended is counted in its parent's time now.
  for (const [pid, { parent }] of unwaited)
    if (!seen.has(pid) && seen.has(parent) && unwaited.has(parent)) unwaited.delete(pid);
}

/** What WebKit's browser starts for pages and for the network; its driver and its display are waited for. */
const WEBKIT = /(?:^|\/)WebKit\w+Process$/;

/**
 * All of Chromium's processes but the first name their kind on the command line; Firefox's say there that they are for
 * content. WebKit's are told by their program.
 *
 * @param {string} commandLine as Linux tells it: each part ends with a zero, or with a blank where Chromium has
 *   rewritten them
 */
export function isOfABrowser(commandLine) {
  const [program = ''] = commandLine.split('\0');
  return (
    commandLine.split(/[\0 ]/).some((each) => each.startsWith('--type=') || each === '-contentproc') ||
    WEBKIT.test(program)
  );
}

function commandLineOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The child of this process that `pid` descends from. */
function rootOf(parents, pid) {
  for (let each = pid; parents.has(each); each = parents.get(each)) if (parents.get(each) === process.pid) return each;
  return null;
}

let attributed = waitedFor();
if (known) setInterval(look, LOOK_MS).unref();

/**
 * What a child that has just ended has used with all that it started, in core-seconds. Ask at once when it ends: all
 * that was waited for since the last call counts as this child's.
 *
 * @param {number} pid
 * @returns {number | null}
 */
export function usedBy(pid) {
  if (!known) return null;
  const now = waitedFor();
  const ticks = now - attributed;
  attributed = now;
  let lost = 0;
  for (const each of unwaited.values()) if (each.root === pid) lost += each.ticks;
  return (ticks + lost) / TICKS_PER_SECOND;
}

/** From here on commands belong to steps; what has ended until now belongs to the set-up, and counts for no step. */
export function beginMeasuring() {
  attributed = waitedFor();
}

/**
 * What this run has used until now, with everything that it has started and waited for, in core-seconds. @returns
 * {number | null}
 */
export function usedInAll() {
  const usage = known ? usageOf('self') : null;
  if (usage === null) return null;
  let lost = 0;
  for (const { ticks } of unwaited.values()) lost += ticks;
  return (usage.own + usage.waited + lost) / TICKS_PER_SECOND;
}
