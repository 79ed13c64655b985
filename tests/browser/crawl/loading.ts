// What a page is loading of the app itself: its code, styles and texts. React keeps the page before until they are
// there, and shows nothing of it, so what looks at a page has to know.
import type { Page, Request } from 'playwright-core';

const LOOKS_AGAIN_MS = 10;

const pending = new WeakMap<Page, Set<Request>>();

/** Calls of the API are left out: a page shows that it waits for them, and a stream never ends. */
const isOfTheApp = (request: Request): boolean => !new URL(request.url()).pathname.startsWith('/api/');

/** Watches what the page loads from now on. Doing so twice changes nothing. */
function watched(page: Page): Set<Request> {
  const known = pending.get(page);
  if (known !== undefined) return known;
  const requests = new Set<Request>();
  pending.set(page, requests);
  page.on('request', (request) => isOfTheApp(request) && requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  return requests;
}

/**
 * Does what leads to another page, and waits until nothing of the app is loading, two frames later either: code that
 * has arrived may ask for more. Waits as long as the test may.
 */
export async function loads(page: Page, leave: () => Promise<unknown>): Promise<void> {
  const requests = watched(page);
  await leave();
  do {
    while (requests.size > 0) await new Promise((done) => setTimeout(done, LOOKS_AGAIN_MS));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  } while (requests.size > 0);
}
