// The screen without a network goes on by itself: when the device says that it has one, and otherwise as soon as the
// club answers.
export {};

/** Often enough that nobody presses by hand, seldom enough for a phone without a network. */
const ASK_MS = 10_000;
/** A small file of the club that is the same for everybody. */
const ANY_FILE = '/robots.txt';

async function goOn(): Promise<void> {
  const { ok } = await fetch(ANY_FILE, { method: 'HEAD', cache: 'no-store', credentials: 'omit' });
  if (ok) location.reload();
}

const ask = (): void => void goOn().catch(() => undefined);

window.addEventListener('online', ask);
setInterval(ask, ASK_MS);
