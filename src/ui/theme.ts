import { writeCookie } from '#src/choice-cookies.ts';

export const THEMES = ['system', 'light', 'dark'] as const;

export type ThemeChoice = (typeof THEMES)[number];

/** The choice that the page shows now: the server wrote it into the root element from the cookie. */
export function themeOf(page: Document): ThemeChoice {
  const shown = page.documentElement.dataset.theme;
  return shown === 'perch-light' ? 'light' : shown === 'perch-dark' ? 'dark' : 'system';
}

/** Shows a theme at once and keeps the choice in the cookie, so that the next page comes right from the server. */
export function chooseTheme(page: Document, choice: ThemeChoice): void {
  if (choice === 'system') delete page.documentElement.dataset.theme;
  else page.documentElement.dataset.theme = `perch-${choice}`;
  writeCookie(page, 'theme', choice === 'system' ? null : choice);
}

/** Calls back when the shown theme changes, whoever changed it. */
export function watchTheme(page: Document, changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(page.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Where the choice is kept; the app's storage fits. */
export interface ThemeKeeper {
  get: (name: 'theme') => 'light' | 'dark' | null;
  set: (name: 'theme', choice: 'light' | 'dark') => void;
  remove: (name: 'theme') => void;
}

/**
 * Keeps storage and page in step: a stored choice whose cookie was cleared is shown again, and other tabs follow at
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
