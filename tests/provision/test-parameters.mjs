/**
 * The parameters of `npm test`, after its two dashes. They are read before anything is installed, so this uses nothing
 * but Node itself.
 *
 * @typedef {import('./test-steps.mjs').Step} Step
 *
 * @typedef {object} Wanted
 * @property {Step[]} [steps] the steps to run
 * @property {{ minutes: number, pace: number }} [within] how long the long list may take, so that what would not end in
 *   time is left out; `pace` is how many times as long as usual this machine takes
 * @property {string} [help] what is to be printed instead of running anything
 * @property {string} [refusal] why nothing runs
 */

const USUAL_PERCENT = 100;
/** What a run without a browser leaves out. */
const BROWSERS = ['chromium', 'firefox', 'webkit'];

/** @param {Step} step */
export function needsBrowser({ needs }) {
  return needs.some((need) => BROWSERS.includes(need));
}

const USAGE =
  'npm test [-- [--all | --long [--within MINUTES [--pace PERCENT]]] [--no-browser] | -- --only STEPS | -- --help]';

/**
 * The steps that the parameters ask for, or the help, or why they are refused.
 *
 * @param {readonly string[]} parameters
 * @param {readonly Step[]} steps all steps that there are
 * @param {readonly string[]} taken what npm took for itself, since it was in front of the two dashes
 * @returns {Wanted}
 */
export function wantedOf(parameters, steps, taken = []) {
  if (parameters.includes('--help') || parameters.includes('-h')) return { help: helpOf(steps) };
  const lost = taken.filter((each) => !parameters.includes(each));
  if (lost.length > 0)
    return refused(
      `npm took ${lost.join(' and ')} for itself; write npm test -- ${[...lost, ...parameters].join(' ')}`,
      steps,
    );
  if (parameters.includes('--only')) return named(parameters, steps);
  const limit = numberBehind('--within', parameters);
  const pace = numberBehind('--pace', limit.others);
  if (limit.isWrong) return refused('--within takes a whole number of minutes, from 1.', steps);
  if (pace.isWrong) return refused('--pace takes a whole number of percent, from 1.', steps);
  if (limit.value !== undefined && !parameters.includes('--long')) return refused('--within goes with --long.', steps);
  if (pace.value !== undefined && limit.value === undefined) return refused('--pace goes with --within.', steps);
  const unknown = pace.others.filter((each) => !['--all', '--long', '--no-browser'].includes(each));
  if (unknown.length > 0) return refused(whyUnknown(unknown, steps), steps);
  if (parameters.includes('--all') && parameters.includes('--long'))
    return refused('--all has the long list in it; take one of the two.', steps);
  const lists = parameters.includes('--all') ? ['short', 'long'] : parameters.includes('--long') ? ['long'] : ['short'];
  const isLeftOut = (each) => parameters.includes('--no-browser') && needsBrowser(each);
  const chosen = steps.filter((each) => lists.includes(each.list) && !isLeftOut(each));
  return limit.value === undefined
    ? { steps: chosen }
    : { steps: chosen, within: { minutes: limit.value, pace: (pace.value ?? USUAL_PERCENT) / USUAL_PERCENT } };
}

/** The whole number behind an option, and the parameters without the two. */
function numberBehind(option, parameters) {
  const at = parameters.indexOf(option);
  if (at === -1) return { others: parameters, isWrong: false };
  const [, text = '', ...rest] = parameters.slice(at);
  const value = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined;
  return { others: [...parameters.slice(0, at), ...rest], value, isWrong: value === undefined };
}

/** The steps behind `--only`: several are separated by commas, and nothing else goes with them. */
function named(parameters, steps) {
  const [first, ...rest] = parameters;
  if (first !== '--only' || rest.some((each) => each.startsWith('-')))
    return refused('--only goes with the names of steps and with nothing else.', steps);
  const wanted = namesIn(rest);
  if (wanted.length === 0) return refused('Which steps?', steps);
  const unknown = wanted.filter((name) => !steps.some((each) => each.name === name));
  if (unknown.length > 0) return refused(`There is no step called ${unknown.join(' or ')}.`, steps);
  return { steps: steps.filter(({ name }) => wanted.includes(name)) };
}

/** Names of steps without `--only` get a hint. */
function whyUnknown(unknown, steps) {
  const names = namesIn(unknown);
  const areSteps = names.length > 0 && names.every((name) => steps.some((each) => each.name === name));
  const meant = areSteps ? ` Steps are named behind --only: npm test -- --only ${names.join(',')}` : '';
  return `There is no ${unknown.join(' or ')}.${meant}`;
}

/** Names that are separated by commas or spaces. */
function namesIn(parameters) {
  return parameters.flatMap((each) => each.split(',')).filter((name) => name !== '');
}

function refused(why, steps) {
  const names = steps.map(({ name }) => name).join(', ');
  return { refusal: `${why}\nusage: ${USAGE}\nthe steps are ${names}\nnpm test -- --help tells what each is for` };
}

function helpOf(steps) {
  const width = Math.max(...steps.map(({ name }) => name.length)) + 2;
  const linesOf = (list) =>
    steps.filter((each) => each.list === list).map(({ name, what }) => `  ${name.padEnd(width)}${what}`);
  return [
    'Runs every check and test, and sets up what is missing.',
    '',
    '  npm test                          the short list, for each change',
    '  npm test -- --all                 the short list, then the long one: everything',
    '  npm test -- --long                the long list alone',
    '  npm test -- --long --within 45    begins of it only what ends within 45 minutes, each day from another step on;',
    '                                    with --pace 200, on a machine that takes twice as long as usual',
    '  npm test -- --no-browser          leaves out what needs a browser; also with --all or --long',
    '  npm test -- --only unit,api       some steps of either list, by name',
    '',
    'The short list:',
    ...linesOf('short'),
    '',
    'The long list:',
    ...linesOf('long'),
  ].join('\n');
}
