const ITEM = 'atlas.theme';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The chosen theme; a page opened from a disk may have no storage. */
export function chosenTheme(): Theme {
  try {
    const stored = localStorage.getItem(ITEM);
    return themes.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(ITEM, theme);
  } catch {
    // Without storage it lasts while the page is open.
  }
}

export function startTheme(): void {
  document.documentElement.dataset['theme'] = chosenTheme();
}
