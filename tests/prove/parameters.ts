// The parameters of `npm run prove`, after its two dashes.
import { EXPERIMENTS } from './experiments.ts';
import { isName } from './results.ts';
import type { Name } from './experiment.ts';

export type Wanted =
  | {
      readonly do: 'run';
      readonly names: readonly Name[];
      readonly seed: number | null;
      readonly hours: number | null;
      readonly cycle: number | null;
    }
  | { readonly do: 'resume'; readonly file: string }
  | { readonly do: 'figures'; readonly files: readonly string[] }
  | { readonly do: 'print'; readonly text: string }
  | { readonly do: 'refuse'; readonly why: string };

const WIDTH = 10;
const MOST_HOURS = 1_000;
/** The largest seed that tools of 32 bits take. */
const MOST_SEED = 2 ** 31 - 1;

const LIST = EXPERIMENTS.map(({ name, what }) => `  ${name.padEnd(WIDTH)}${what}`).join('\n');

const HELP = `Breaks what Perch relies on, by seed, and looks whether anything is lost, doubled or half done.

  npm run prove                          every experiment, scaled down to three minutes on two idle cores
  npm run prove -- --hours 8             the same in full for so long, shared among the experiments
  npm run prove -- --only kills,bank     some of them
  npm run prove -- --seed 17             with the choices of an earlier run
  npm run prove -- --cycle 4             one turn alone, with --only and --seed: what a failure says of itself
  npm run prove -- --resume FILE         continues a run that was interrupted
  npm run prove -- --figures FILE …      the figures of finished runs, as a table
  npm run prove -- --list                the experiments, a line each

Results and what failed turns left are in .prove/. Ctrl-C ends a run in order; it can be resumed.
Exit codes: 0 nothing was found, 1 something was, 2 a line that was not understood, 130 interrupted.

The experiments:
${LIST}`;

/** Reads the parameters; nothing is done yet. */
export function readParameters(parameters: readonly string[]): Wanted {
  const [first, ...rest] = parameters;
  if (parameters.includes('--help') || parameters.includes('-h')) return { do: 'print', text: HELP };
  if (first === '--list') return rest.length === 0 ? { do: 'print', text: LIST } : refused(`--list stands alone.`);
  if (first === '--resume')
    return rest.length === 1 && rest[0] !== undefined
      ? { do: 'resume', file: rest[0] }
      : refused('Which file is resumed?');
  if (first === '--figures')
    return rest.length > 0 ? { do: 'figures', files: rest } : refused('The figures of which files?');
  return readRun(parameters);
}

function readRun(parameters: readonly string[]): Wanted {
  const given = new Map<string, string>();
  for (let at = 0; at < parameters.length; at += 1) {
    const name = parameters[at] ?? '';
    if (!['--only', '--seed', '--hours', '--cycle', '--short'].includes(name)) return refused(`There is no ${name}.`);
    if (given.has(name)) return refused(`${name} is given twice.`);
    const value = name === '--short' ? 'short' : parameters[(at += 1)];
    if (value === undefined || value.startsWith('--')) return refused(`${name} needs a value.`);
    given.set(name, value);
  }
  const names = (given.get('--only') ?? EXPERIMENTS.map(({ name }) => name).join()).split(',');
  const unknown = names.filter((name) => !isName(name));
  if (unknown.length > 0) return refused(`There is no experiment ${unknown.join(' or ')}.`);
  const [seed, cycle] = [wholeOf(given.get('--seed')), wholeOf(given.get('--cycle'))];
  if (seed === 'wrong' || cycle === 'wrong') return refused('A seed and a cycle are whole numbers.');
  if (cycle !== null && (seed === null || names.length !== 1))
    return refused('--cycle goes with --seed and one experiment.');
  const hours = given.has('--hours') ? Number(given.get('--hours')) : null;
  if (hours !== null && !(hours > 0 && hours <= MOST_HOURS)) return refused(`--hours is a number up to ${MOST_HOURS}.`);
  if (hours !== null && given.has('--short')) return refused('--short and --hours are two ways.');
  return { do: 'run', names: names.filter(isName), seed, hours, cycle };
}

function wholeOf(text: string | undefined): number | null | 'wrong' {
  if (text === undefined) return null;
  return /^\d{1,10}$/.test(text) && Number(text) <= MOST_SEED ? Number(text) : 'wrong';
}

function refused(why: string): Wanted {
  return { do: 'refuse', why: `${why}\nnpm run prove -- --help shows what there is.` };
}
