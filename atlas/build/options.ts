import { CULTURES, type Culture } from '#openapi/cultures.ts';
import { unknown } from '#walk/paths/nearest.ts';
import { UsageError } from '#walk/paths/usage-error.ts';

/** The options from the command line. */
export interface Options {
  readonly help: boolean;
  /** The folder to write; null to serve the atlas. */
  readonly build: string | null;
  /** Whether to take screenshots, and of which flows; an empty list means all. */
  readonly screens: readonly string[] | null;
  readonly withoutScreens: boolean;
  readonly log: string | null;
  readonly since: string | null;
  /** Whether to ignore the cache of earlier runs. */
  readonly fresh: boolean;
  /** Whether to copy the last full walk to where a release includes it. */
  readonly release: boolean;
  readonly port: number;
  /** The language that it opens in; null for that of the reader's browser. */
  readonly lang: Culture | null;
}

export const DEFAULT_PORT = 8090;
const DEFAULT_FOLDER = 'dist/atlas';

export const help = `The atlas: every flow and lifecycle as a diagram, with what is behind it.

  npm run atlas                       opens it at http://127.0.0.1:${DEFAULT_PORT}, where notes can be written
  npm run atlas -- --port 9000        at another port
  npm run atlas -- --build            writes a folder that any web server or disk can show (${DEFAULT_FOLDER})
  npm run atlas -- --build FOLDER     another folder: new, empty, or an earlier atlas, which is replaced
  npm run atlas -- --screens          takes the screenshots: walks the flows in a browser, a phone in three languages, a desktop in English
  npm run atlas -- --screens deposit  those of some flows
  npm run atlas -- --release          puts the screens and the coverage of the last npm test -- --all into docs/walked, to be committed
  --lang ja-JP                        opens it in a language: en-US, ja-JP, zh-CN; a reader can choose another in it
  --log FILE                          shows what a session has visited, out of the log that the app exports; outside npm run dev, open the app with ?recorder=on first
  --since REV                         carries the charts of a revision along, to compare with
  --without-screens                   leaves the screenshots out
  --fresh                             makes everything again; without it, what has not changed since the last opening is kept

Screens and coverage are those of the full walk (npm test -- --all) that is nearest to the revision shown; where that is another
revision, the atlas says so. Coverage is drawn besides from what npm run walk -- --coverage .atlas/coverage has left.`;

const known = [
  '--help',
  '--build',
  '--screens',
  '--without-screens',
  '--fresh',
  '--release',
  '--log',
  '--since',
  '--port',
  '--lang',
];

/** Reads the parameters of the command; throws a `UsageError` for unknown ones. */
export function parseOptions(parameters: readonly string[]): Options {
  const given = new Map<string, readonly string[]>();
  for (let rest = parameters; rest.length > 0;) {
    const [name = '', ...others] = rest;
    if (!known.includes(name))
      throw name.startsWith('-')
        ? unknown('option', name, known)
        : new UsageError(`"${name}" follows no option. npm run atlas -- --help says what there is.`);
    const end = others.findIndex((each) => each.startsWith('--'));
    const values = end === -1 ? others : others.slice(0, end);
    given.set(name, values);
    rest = others.slice(values.length);
  }
  const one = (name: string, otherwise: string | null): string | null => {
    const values = given.get(name);
    if (values === undefined) return null;
    if (values.length > 1 || (values.length === 0 && otherwise === null))
      throw new UsageError(`${name} wants one value.`);
    return values[0] ?? otherwise;
  };
  for (const flag of ['--help', '--without-screens', '--fresh', '--release'])
    if ((given.get(flag)?.length ?? 0) > 0) throw new UsageError(`${flag} wants no value.`);
  return {
    help: given.has('--help'),
    build: one('--build', DEFAULT_FOLDER),
    screens: given.get('--screens') ?? null,
    withoutScreens: given.has('--without-screens'),
    fresh: given.has('--fresh'),
    release: given.has('--release'),
    log: one('--log', null),
    since: one('--since', null),
    port: portOf(one('--port', null)),
    lang: languageOf(one('--lang', null)),
  };
}

function languageOf(value: string | null): Culture | null {
  if (value === null) return null;
  const culture = CULTURES.find((each) => each === value);
  if (culture === undefined) throw new UsageError(`--lang wants one of ${CULTURES.join(', ')}, not "${value}".`);
  return culture;
}

function portOf(value: string | null): number {
  if (value === null) return DEFAULT_PORT;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`--port wants a port, not "${value}".`);
  return port;
}
