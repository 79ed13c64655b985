/** What docs/dependencies.md says of each package, and what npm says of newer ones. */

export const PAGE = 'docs/dependencies.md';

export interface Described {
  readonly name: string;
  readonly license: string;
  readonly why: string;
}

export interface HeldBack {
  readonly name: string;
  readonly version: string;
  readonly why: string;
}

export interface DependenciesPage {
  readonly product: readonly Described[];
  readonly development: readonly Described[];
  readonly heldBack: readonly HeldBack[];
  /** Packages that declare a newer Node than Perch does. */
  readonly ahead: readonly { readonly name: string; readonly version: string }[];
}

/** Whether a range of versions, as in `engines` of a package, has a version; a form that is not known has none. */
export function rangeHas(range: string, version: string): boolean {
  return range.split('||').some((part) => {
    const comparators = part
      .trim()
      .replace(/([<>=^~]) +/g, '$1')
      .split(/\s+/)
      .filter((each) => each !== '');
    return comparators.every((each) => comparatorHas(each, numbersOf(version)));
  });
}

function comparatorHas(comparator: string, version: readonly number[]): boolean {
  const [, sign = '', text = ''] = /^(>=|<=|>|<|=|\^|~|v)?([\dx*.]+)$/.exec(comparator) ?? [];
  if (text === '') return false;
  const bound = numbersOf(text);
  const order = bound.map((part, at) => (version[at] ?? 0) - part).find((difference) => difference !== 0) ?? 0;
  if (sign === '>=') return order >= 0;
  if (sign === '>') return order > 0;
  if (sign === '<=') return order <= 0;
  if (sign === '<') return order < 0;
  const same = bound.slice(0, sign === '^' ? 1 : sign === '~' ? 2 : bound.length);
  return order >= 0 && same.every((part, at) => part === version[at]);
}

/** The parts of a version up to the first that may be any. */
function numbersOf(version: string): number[] {
  const parts = version.split('.');
  const any = parts.findIndex((part) => !/^\d+$/.test(part));
  return (any === -1 ? parts : parts.slice(0, any)).map(Number);
}

/** Reads the four tables of the page. */
export function readPage(content: string): DependenciesPage {
  const described = (heading: string) =>
    rowsOf(content, heading).map(([name = '', license = '', why = '']) => ({ name, license, why }));
  return {
    product: described('In the product'),
    development: described('For development'),
    heldBack: rowsOf(content, 'Held back').map(([name = '', version = '', why = '']) => ({ name, version, why })),
    ahead: rowsOf(content, 'Newer than the oldest Node').map(([name = '', version = '']) => ({ name, version })),
  };
}

/** The cells of the table below a heading, without its head. */
function rowsOf(content: string, heading: string): string[][] {
  const [, section = ''] = content.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return [...own.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, name = '', rest = '']) => [
    name,
    ...rest.split(' | ').map((cell) => cell.trim()),
  ]);
}

/** What `npm outdated --json` says of a package; an array if it is installed at several places. */
export type Outdated = Readonly<Record<string, OutdatedEntry | readonly OutdatedEntry[]>>;

interface OutdatedEntry {
  readonly current?: string;
  readonly latest: string;
}

/** One line of `npm run outdated`. */
export interface Line {
  readonly name: string;
  readonly current: string;
  readonly latest: string;
  /** Why it is held back; null if nobody has said so. */
  readonly why: string | null;
}

/**
 * Each package that is not the newest, with the reason of exactly this version; and the reasons that nothing needs any
 * more.
 */
export function compare(outdated: Outdated, heldBack: readonly HeldBack[]): { lines: Line[]; unneeded: string[] } {
  const lines = Object.entries(outdated).flatMap(([key, entries]) => {
    // An alias is named `alias:package@version`.
    const [name = key] = key.split(':');
    const [{ current = 'not installed', latest } = { latest: '' }] = Array.isArray(entries)
      ? (entries as readonly OutdatedEntry[])
      : [entries as OutdatedEntry];
    if (!isNewer(latest, current)) return [];
    const why = heldBack.find((each) => each.name === name && each.version === current)?.why ?? null;
    return [{ name, current, latest, why }];
  });
  const names = new Set(lines.map(({ name }) => name));
  return { lines, unneeded: heldBack.filter(({ name }) => !names.has(name)).map(({ name }) => name) };
}

/** Some packages publish versions ahead of what they call their latest. */
function isNewer(latest: string, current: string): boolean {
  return latest !== current && latest.localeCompare(current, 'en', { numeric: true }) > 0;
}

/** The table that is printed, and whether everything in it has a reason. */
export function tableOf({ lines, unneeded }: ReturnType<typeof compare>): { text: string; good: boolean } {
  const rows = lines.map(({ name, current, latest, why }) => [name, current, latest, why ?? 'NO REASON: update it']);
  const head = ['package', 'here', 'newest', 'held back because'];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return {
    text: [
      ...(rows.length === 0 ? ['Every package is the newest one.'] : [line(head), ...rows.map(line)]),
      ...unneeded.map((name) => `${PAGE} still holds back ${name}, which is the newest one now: remove its line.`),
    ].join('\n'),
    good: unneeded.length === 0 && lines.every(({ why }) => why !== null),
  };
}
