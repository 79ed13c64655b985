import { writeCookie } from '#src/choice-cookies.ts';

export const THEMES = ['system', 'light', 'dark'] as const;

export type ThemeChoice = (typeof THEMES)[number];

/** The choice that the page shows now: the server writes it into the root element from the cookie. */
export function themeOf(page: Document): ThemeChoice {
  const shown = page.documentElement.dataset.theme;
  return shown === 'perch-light' ? 'light' : shown === 'perch-dark' ? 'dark' : 'system';
}

/** Applies a theme at once and stores the choice in the cookie, so that the server renders the next page in it. */
export function chooseTheme(page: Document, choice: ThemeChoice): void {
  if (choice === 'system') delete page.documentElement.dataset.theme;
  else page.documentElement.dataset.theme = `perch-${choice}`;
  writeCookie(page, 'theme', choice === 'system' ? null : choice);
}

/** Calls back when the theme changes, whatever the cause. */
export function watchTheme(page: Document, changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(page.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Where the choice is stored; the app's storage implements it. */
export interface ThemeKeeper {
  get: (name: 'theme') => 'light' | 'dark' | null;
  set: (name: 'theme', choice: 'light' | 'dark') => void;
  remove: (name: 'theme') => void;
}

/**
 * Keeps storage and page in sync: a stored choice whose cookie was cleared is applied again, and other tabs follow at
 * once.
 */
export function keepTheme(keeper: ThemeKeeper, host: Window): () => void {
  const page = host.document;
  const adopt = () => {
    const kept = keeper.get('theme') ?? 'system';
    if (kept !== themeOf(page)) chooseTheme(page, kept);
  };
  const follow = () => {
    const shown = themeOf(page);
    if (shown === 'system') keeper.remove('theme');
    else keeper.set('theme', shown);
  };
  if (themeOf(page) === 'system') adopt();
  else follow();
  host.addEventListener('storage', adopt);
  const stop = watchTheme(page, follow);
  return () => {
    host.removeEventListener('storage', adopt);
    stop();
  };
}
