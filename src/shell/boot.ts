// Runs inside the HTML, allowed by its hash, before any other script. Scripts that are asked for after the first paint
// do not delay it; a member's page is asked for as a whole, its code and its data side by side.
import { deviceZone } from '#src/i18n/device-zone.ts';
import { isPath, type AppPath } from '#src/paths.ts';
import { nextTask } from './next-task.ts';
import { BEGUN, CATALOGUE_ID, FRAME_ID, PLAN_ID, type PageHead, type PagePlan, type Plan } from './plan.ts';

/** If nothing is painted by then, as in a browser that does not report it, the scripts are asked for anyway. */
const LATEST_MS = 300;
/** As long as a call of the app (src/api/client.ts). */
const TIMEOUT_MS = 15_000;
/** Long enough for a server that is just being started again. */
const AGAIN_MS = 5_000;

/** What is used of the texts of the page. */
interface Texts {
  readonly common: { readonly action: { readonly retry: string }; readonly crash: { readonly unloaded: string } };
}

/** Elements of this script. */
const own = new WeakSet<Element>();
const plan = JSON.parse(document.getElementById(PLAN_ID)?.textContent ?? '') as Plan;
const authorization = authorizationOf();
const path =
  authorization === null
    ? undefined
    : (Object.keys(plan.pages) as AppPath[]).find((each) => isPath(location.pathname, each));
/** A query names a part of a page, which is another page. */
const page = path === undefined || location.search !== '' ? undefined : plan.pages[path];
keepStyles();
const styled = path === undefined ? null : memberStyle();
if (path !== undefined) showFrame(page?.head);
if (authorization !== null && page !== undefined) readEarly(authorization, page);
afterPaint(() => {
  for (const script of [...plan.scripts, ...(path === undefined ? [] : plan.member), ...(page?.scripts ?? [])])
    link('modulepreload', script);
  void run();
});

function link(rel: 'modulepreload' | 'stylesheet', href: string): HTMLLinkElement {
  const element = Object.assign(document.createElement('link'), { rel, href });
  own.add(element);
  document.head.append(element);
  return element;
}

/**
 * What the bundler wrote asks for a style once. It takes one that failed as loaded from then on, and the app would be
 * drawn without it.
 */
function keepStyles(): void {
  const lost = new Set<string>();
  const lose = ({ target }: Event): void => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    target.remove();
    if (!own.has(target)) lost.add(target.href);
  };
  addEventListener('error', lose, true);
  const fetchOne = (href: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const style = link('stylesheet', href);
      style.onerror = reject;
      style.onload = () => {
        lost.delete(href);
        resolve();
      };
    });
  let fetching: Promise<unknown> | undefined;
  window.perchStyles = () =>
    (fetching ??= Promise.all([...lost].map(fetchOne)).finally(() => {
      fetching = undefined;
    }));
}

/** Puts the frame of members in place of the logo, before anything is painted: its style is in the HTML. */
function showFrame(head: PageHead | undefined): void {
  // Not in another language than the one that the app will show (src/session/mail-token.tsx).
  if (![null, document.documentElement.lang].includes(stored('language'))) return;
  const frame = document.getElementById(FRAME_ID) as HTMLTemplateElement;
  const header = frame.content.querySelector<HTMLElement>('main header');
  fillIn(header?.querySelector('h1'), head?.title);
  fillIn(header?.querySelector('p'), head?.note);
  header?.style.setProperty('--perch-tools', `${head?.tools ?? 0}`);
  header?.setAttribute('data-column', head?.column ?? '');
  // The app's own frame replaces this one, and the press is repeated there.
  frame.content.firstElementChild?.addEventListener('click', ({ target }) => {
    const control = (target as Element).closest<HTMLButtonElement>('button[name]');
    if (control !== null) window.perchPressed = control.name;
  });
  // It was meant for the page that was shown.
  addEventListener('popstate', () => delete window.perchPressed);
  document.getElementById('app')?.replaceChildren(frame.content);
}

/** What the script draws must not be seen without its style. One that fails is asked for again by the script. */
function memberStyle(): Promise<void> {
  const { memberStyle: href } = plan;
  if (href === null) return Promise.resolve();
  const style = link('stylesheet', href);
  return new Promise((resolve) => {
    style.onload = () => resolve();
    style.onerror = () => resolve();
  });
}

/** What stays empty is a placeholder. */
function fillIn(place: Element | null | undefined, words: string | null | undefined): void {
  if (words) place?.replaceChildren(words);
}

/** An item of the session, which is in the tab or beyond it (src/services/storage.ts); null without a storage. */
function stored(name: string): string | null {
  try {
    return sessionStorage.getItem(`perch.${name}`) ?? localStorage.getItem(`perch.${name}`);
  } catch {
    return null;
  }
}

/** The header of the stored session; null without one, or if the calls go to another server. */
function authorizationOf(): string | null {
  const token = stored('accessToken');
  const isFresh = Date.parse(stored('expiresAt') ?? '') > Date.now();
  return token !== null && isFresh && stored('apiUrl') === null ? `Bearer ${token}` : null;
}

/** Asks for what the page reads. The first call that asks the same takes the answer (environment.ts). */
function readEarly(given: string, { reads }: PagePlan): void {
  const early: Window['perchEarly'] = (window.perchEarly = new Map());
  for (const read of stored('userInfo') === null ? new Set([...reads, '/account/userInfo']) : reads) {
    const url = new URL(`/api${read.replace('{zone}', '')}`, location.origin);
    const zone = read.includes('{zone}') ? deviceZone() : undefined;
    if (zone !== undefined) url.searchParams.set('timeZone', zone);
    url.searchParams.set('culture', document.documentElement.lang);
    const answer = fetch(url, {
      headers: { Authorization: given },
      credentials: 'include',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Whoever takes it learns of it.
    answer.catch(() => undefined);
    early.set(url.href, { authorization: given, answer });
  }
}

/** A tab in the background paints nothing. */
function afterPaint(begin: () => void): void {
  let begun = false;
  const once = (): void => {
    if (!begun) begin();
    begun = true;
  };
  if (document.visibilityState === 'hidden') return once();
  new PerformanceObserver(once).observe({ type: 'paint', buffered: true });
  setTimeout(once, LATEST_MS);
}

/** Each script in a task of its own, so that key presses are handled in between. */
async function run(): Promise<void> {
  await styled;
  for (const script of plan.scripts) {
    try {
      await import(/* @vite-ignore */ script);
    } catch (error) {
      // The cause is in the console.
      reportError(error);
      return sayUnloaded();
    }
    await nextTask();
  }
  document.documentElement.setAttribute(BEGUN, '');
}

/**
 * Says that the app could not be loaded, and loads the page again: when the network is back, when the member asks for
 * it, and once by itself, since the page may be of a release whose files are gone. A link would lose what the address
 * of a mailed one has behind its `#`.
 */
function sayUnloaded(): void {
  const { common } = JSON.parse(document.getElementById(CATALOGUE_ID)?.textContent ?? '') as Texts;
  const again = (): void => location.reload();
  const button = Object.assign(document.createElement('button'), { textContent: common.action.retry, onclick: again });
  const note = Object.assign(document.createElement('p'), { role: 'alert' });
  note.append(`${common.crash.unloaded} `, button);
  note.style.cssText =
    'position:fixed;inset:auto 0 0;z-index:99;margin:0;padding:1rem;background:Canvas;color:CanvasText;border-top:1px solid';
  button.style.cssText = 'min-width:2.75rem;padding:.75rem;text-decoration:underline;font-weight:600';
  document.body.append(note);
  addEventListener('online', again);
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigator.onLine && navigation?.type !== 'reload') setTimeout(again, AGAIN_MS);
}
