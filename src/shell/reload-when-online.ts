// The offline screen continues automatically: when the device reports a network, and otherwise as soon as the club
// answers. It also reloads at a press.
export {};

/** Often enough that nobody reloads by hand, seldom enough for a phone without a network. */
const ASK_MS = 10_000;
/** A small file of the club that is the same for everybody. */
const ANY_FILE = '/robots.txt';

async function reloadWhenReachable(): Promise<void> {
  const { ok } = await fetch(ANY_FILE, { method: 'HEAD', cache: 'no-store', credentials: 'omit' });
  if (ok) location.reload();
}

const ask = (): void => void reloadWhenReachable().catch(() => undefined);

window.addEventListener('online', ask);
setInterval(ask, ASK_MS);
// A link would lose what the address of a mailed one has behind its `#`, and with it the token.
document.querySelector('a[href=""]')?.addEventListener('click', (event) => {
  event.preventDefault();
  location.reload();
});
