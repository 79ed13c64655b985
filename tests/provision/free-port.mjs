import { createServer } from 'node:net';

/**
 * Below what Linux, macOS and Windows take ports from for outgoing connections: one that a program is told to listen on
 * could be given away by the system before it does, or between two of its starts.
 */
const FIRST = 20_000;
const LAST = 32_767;
const MOST_TRIES = 100;

/** What this process has given out: nothing listens there yet, or not at the moment. */
const given = new Set();

/**
 * A port of this machine on which nothing listens, for a program that can't choose one itself or keeps it over several
 * starts. It is chosen at random, so that processes side by side hardly ever choose the same.
 *
 * @returns {Promise<number>}
 * @throws {Error} if there is none
 */
export async function freePort() {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`no free port from ${FIRST} to ${LAST}`);
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
