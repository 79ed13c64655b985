const FIRST_DELAY_SECONDS = 30;
const MAX_DELAY_SECONDS = 60 * 60;
const MAX_DOUBLINGS = 12;

/**
 * How many seconds to wait before what has failed is sent again: half a minute after the first failure, twice as long
 * after each further one, and an hour at most.
 *
 * @param failures how often it has failed, at least once
 * @param least how long the receiver asks to be left alone
 */
export function retryDelay(failures: number, least = 0): number {
  const usual = FIRST_DELAY_SECONDS * 2 ** Math.min(failures - 1, MAX_DOUBLINGS);
  return Math.min(MAX_DELAY_SECONDS, Math.max(usual, least));
}
