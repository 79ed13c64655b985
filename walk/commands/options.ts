import { parseGenerator, parseStop, type WalkGenerator } from '#walk/generators/notation.ts';
import { nearest, unknown } from '#walk/paths/nearest.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import type { Wanted } from '#walk/paths/find.ts';
import { parseReports, type ReportFile } from './report-files.ts';
import { cultures, levels, matrixNames, type Culture, type Level, type MatrixName } from '#walk/paths/report.ts';
import { formats, type Format } from '#walk/script/formats.ts';

/** The options from the command line. */
export interface Options {
  /** Flows and paths, by name; none means all flows. */
  readonly names: readonly string[];
  readonly help: boolean;
  /** Whether a tester is guided through the paths. */
  readonly guide: boolean;
  /** Whether the guide opens no window. */
  readonly headless: boolean;
  /** Folder for the reports of guided walks. */
  readonly into: string;
  readonly lang: Culture;
  readonly format: Format | null;
  readonly summary: boolean;
  /** The levels to walk at; empty to walk nothing. */
  readonly levels: readonly Level[];
  /** The matrices whose cells are meant; null if not given. */
  readonly matrices: readonly MatrixName[] | null;
  readonly generator: WalkGenerator | null;
  /** The generator, as typed. */
  readonly generatorText: readonly string[];
  readonly seed: number | null;
  readonly replay: string | null;
  readonly headed: boolean;
  readonly slow: number;
  readonly pause: boolean;
  readonly screens: string | null;
  /** Whether to include only what a person can walk with the app alone. */
  readonly byHand: boolean;
  /** What a path must pass. */
  readonly wanted: Wanted;
  /** File to save the chosen paths in; null for none. */
  readonly save: string | null;
  /** Folder for Playwright's traces of the walks that fail; null for none. */
  readonly trace: string | null;
  readonly reports: readonly ReportFile[];
  /** Folder for a report of the states and transitions that were visited; null for none. */
  readonly coverage: string | null;
}

/** The options, and whether each takes a value. */
const known = {
  '--help': false,
  '--lang': true,
  '--format': true,
  '--json': false,
  '--summary': false,
  '--level': true,
  '--matrix': true,
  '--browser': false,
  '--generator': true,
  '--seed': true,
  '--until': true,
  '--replay': true,
  '--headed': false,
  '--slow': true,
  '--pause': false,
  '--screens': true,
  '--coverage': true,
  '--by-hand': false,
  '--requirement': true,
  '--state': true,
  '--event': true,
  '--call': true,
  '--save': true,
  '--trace': true,
  '--report': true,
  '--headless': false,
  '--into': true,
} as const satisfies Record<string, boolean>;

type Name = keyof typeof known;

/** The word before the paths that a tester is guided through. */
const GUIDE = 'guide';
/** The default folder for reports; git ignores it. */
const REPORTS = '.walks';

/** Reads the parameters of the command; throws a `UsageError` for unknown ones. */
export function parseOptions(parameters: readonly string[]): Options {
  const { given, names: words } = split(parameters);
  const isGuided = words[0] === GUIDE;
  const names = isGuided ? words.slice(1) : words;
  const has = (name: Name): boolean => given.has(name);
  const value = (name: Name): string | null => given.get(name) ?? null;
  const until = value('--until');
  const generator = value('--generator') === null && until !== null ? 'random' : value('--generator');
  const ofBrowser = ['--headed', '--slow', '--pause', '--screens', '--trace'] as const;
  const forBrowser = has('--browser') || ofBrowser.some(has);
  const only = ofBrowser.find(has);
  const named = value('--level')?.split(',') ?? [];
  if (!isGuided && only !== undefined && named.length > 0 && !named.includes('browser'))
    throw new UsageError(
      `${only} is about the browser, and --level ${value('--level')} walks none. Add browser to the levels, or leave ${only} out.`,
    );
  const asked =
    value('--level')
      ?.split(',')
      .map((level) => oneOf(level, levels, 'level')) ?? [];
  return {
    names,
    help: has('--help'),
    guide: isGuided,
    headless: has('--headless'),
    into: value('--into') ?? REPORTS,
    lang: oneOf(value('--lang') ?? 'en-US', cultures, 'language'),
    format: has('--json')
      ? 'json'
      : value('--format') === null
        ? null
        : oneOf(value('--format') ?? '', formats, 'format'),
    summary: has('--summary'),
    levels: [...new Set([...asked, ...(forBrowser ? (['browser'] as const) : [])])],
    matrices: value('--matrix') === null ? null : matricesIn(value('--matrix') ?? ''),
    generator: generator === null ? null : withUntil(parseGenerator(generator), until),
    generatorText: (['--generator', '--until'] as const).flatMap((name) =>
      value(name) === null ? [] : [name, value(name) ?? ''],
    ),
    seed: value('--seed') === null ? null : wholeNumber('--seed', value('--seed')),
    replay: value('--replay'),
    headed: has('--headed') || has('--pause'),
    slow: value('--slow') === null ? 0 : wholeNumber('--slow', value('--slow')),
    pause: has('--pause'),
    screens: value('--screens'),
    coverage: value('--coverage'),
    byHand: has('--by-hand'),
    wanted: {
      requirement: value('--requirement'),
      state: value('--state'),
      event: value('--event'),
      call: value('--call'),
    },
    save: value('--save'),
    trace: value('--trace'),
    reports: value('--report') === null ? [] : parseReports(value('--report') ?? ''),
  };
}

function matricesIn(value: string): readonly MatrixName[] {
  if (value === 'none') return [];
  if (value === 'all') return matrixNames;
  return value.split(',').map((name) => {
    const known = oneOf<MatrixName | 'all' | 'none'>(name, [...matrixNames, 'all', 'none'], 'matrix');
    if (known === 'all' || known === 'none') throw new UsageError(`"${known}" stands alone.`);
    return known;
  });
}

function withUntil(generator: WalkGenerator, until: string | null): WalkGenerator {
  return until === null ? generator : { ...generator, stop: parseStop(until) };
}

function split(parameters: readonly string[]): {
  readonly given: ReadonlyMap<Name, string>;
  readonly names: readonly string[];
} {
  const given = new Map<Name, string>();
  const names: string[] = [];
  const rest = parameters.flatMap((parameter) =>
    /^--[a-z-]+=/.test(parameter)
      ? [parameter.slice(0, parameter.indexOf('=')), parameter.slice(parameter.indexOf('=') + 1)]
      : [parameter],
  );
  for (let parameter = rest.shift(); parameter !== undefined; parameter = rest.shift()) {
    if (!parameter.startsWith('-')) {
      names.push(parameter);
      continue;
    }
    if (!isKnown(parameter)) throw unknown('option', parameter, Object.keys(known));
    if (!known[parameter]) {
      given.set(parameter, '');
      continue;
    }
    const value = rest.shift();
    if (value === undefined || value.startsWith('--')) throw new UsageError(`${parameter} wants a value.`);
    // A second --report is added to the first.
    const before = parameter === '--report' ? given.get(parameter) : undefined;
    given.set(parameter, before === undefined ? value : `${before},${value}`);
  }
  return { given, names };
}

function isKnown(name: string): name is Name {
  return Object.hasOwn(known, name);
}

function oneOf<T extends string>(value: string, all: readonly T[], kind: string): T {
  const found = all.find((each) => each === value);
  if (found === undefined)
    throw new UsageError(`There is no ${kind} "${value}". Nearest: ${nearest(value, all, all.length).join(', ')}.`);
  return found;
}

function wholeNumber(name: string, value: string | null): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0) throw new UsageError(`${name} wants a whole number, not "${value}".`);
  return number;
}
