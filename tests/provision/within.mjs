/**
 * A long list that has to end in time: which of its steps still begin. What is left out is told at the end. Each day
 * another step comes first, so it is not the same every day, unless a step alone takes more than all the time.
 *
 * @typedef {import('./test-steps.mjs').Step} Step
 */

const SECONDS_PER_DAY = 86_400;

/**
 * The same steps, beginning with another each day.
 *
 * @template T
 * @param {readonly T[]} steps
 * @param {number} seconds since 1970
 * @returns {T[]}
 */
export function turned(steps, seconds) {
  const first = steps.length === 0 ? 0 : Math.floor(seconds / SECONDS_PER_DAY) % steps.length;
  return [...steps.slice(first), ...steps.slice(0, first)];
}

/**
 * Whether a step that begins now ends in time, by what it usually takes and by how slow this machine has been so far.
 *
 * @param {Pick<Step, 'usually'>} step
 * @param {object} so far
 * @param {number} so.left seconds until the run has to end
 * @param {readonly { usually: number, seconds: number }[]} so.ended what the steps before usually take, and took
 * @param {number} so.pace how many times as long as usual this machine takes, as long as no step has ended
 */
export function fits({ usually = 0 }, { left, ended, pace }) {
  const sumOf = (key) => ended.reduce((sum, each) => sum + each[key], 0);
  const found = ended.length === 0 ? pace : sumOf('seconds') / sumOf('usually');
  return usually * Math.max(1, found) <= left;
}
