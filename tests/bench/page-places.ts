// Where the pages of the routes are in the demo club, and whether one shows what it is for.
import type { Page } from 'playwright-core';

/** The examples of routes that name what only another club has, and where the demo club has a link to its own. */
const EXAMPLES: readonly { readonly route: RegExp; readonly at: string; readonly link: string }[] = [
  { route: /^\/Receipt\//, at: '/History', link: 'main a[href^="/Receipt/"]' },
  { route: /^\/News\//, at: '/newsList', link: 'main a[href^="/News/"]' },
  { route: /^\/Organization\/user1$/, at: '/Organization', link: 'main a[href^="/Organization/user1?of="]' },
  {
    route: /^\/Organization\/user1-1$/,
    at: '/Organization/user1?of=demo',
    link: 'main a[href^="/Organization/user1-1?of="]',
  },
];
/** A page has asked for what it shows, and has been answered. */
const SETTLED_MS = 1_500;

/** The path at which the demo club has a page of a route; null if it has none. */
export async function placeOf(page: Page, origin: string, route: string): Promise<string | null> {
  const example = EXAMPLES.find((each) => each.route.test(route));
  if (example === undefined) return route;
  await opened(page, origin + example.at);
  return page
    .locator(example.link)
    .first()
    .getAttribute('href', { timeout: SETTLED_MS })
    .catch(() => null);
}

/** What an address shows. */
export type Found =
  | { readonly kind: 'page' }
  | { readonly kind: 'leads on'; readonly to: string }
  | { readonly kind: 'error'; readonly why: string };

/** Whether an address shows a page, leads to another one, or shows an error, which would count as a fast page. */
export async function whatIsAt(page: Page, url: string): Promise<Found> {
  const status = await opened(page, url);
  if (status !== 200) return { kind: 'error', why: `it was answered with ${status}` };
  if (page.url() !== url) return { kind: 'leads on', to: new URL(page.url()).pathname };
  const alert = page.locator('main [role="alert"]').first();
  if ((await alert.count()) === 0) return { kind: 'page' };
  return { kind: 'error', why: `it says: ${(await alert.innerText()).replaceAll(/\s+/g, ' ')}` };
}

/** @returns the status of the answer */
async function opened(page: Page, url: string): Promise<number | undefined> {
  const response = await page.goto(url);
  await page.locator('main h1').first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  return response?.status();
}
