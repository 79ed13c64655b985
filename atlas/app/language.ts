import { createContext, use } from 'react';
import { cultures, type Culture, type Texts } from '#atlas/model/model.ts';
import { isWord, nearest, say, type Values, type WordKey } from '#atlas/words/words.ts';

const ITEM = 'atlas.language';
/** The parameter of the URL that opens the atlas in a language. */
const PARAMETER = 'lang';

/**
 * The language that the atlas opens in: that of the URL (`?lang=ja-JP`), else the one chosen before, else that of the
 * command that built it, else the one the browser asks for.
 */
export function chosenLanguage(): Culture {
  const asked = cultureIn(new URLSearchParams(window.location.search).get(PARAMETER));
  const built = cultureIn(document.documentElement.dataset['language']);
  return asked ?? cultureIn(stored()) ?? built ?? nearest(navigator.languages);
}

/** Keeps the language that the atlas is shown in from now on, for the next reload. */
export function keepLanguage(culture: Culture): void {
  try {
    localStorage.setItem(ITEM, culture);
  } catch {
    // Without storage it lasts while the page is open.
  }
  const url = new URL(window.location.href);
  if (!url.searchParams.has(PARAMETER)) return;
  url.searchParams.set(PARAMETER, culture);
  window.history.replaceState(null, '', url);
}

/** The language that the atlas is shown in, and the way to another. */
export const Language = createContext<{ readonly culture: Culture; readonly choose: (culture: Culture) => void }>({
  culture: 'en-US',
  choose: () => {},
});

export function useLanguage(): Culture {
  return use(Language).culture;
}

/** Says what the atlas says, in the language that it is shown in. */
export type Say = (key: WordKey, values?: Values) => string;

export function useSay(): Say {
  const culture = useLanguage();
  return (key, values) => say(culture, key, values);
}

/** A text of three in the language that the atlas is shown in. */
export function inLanguage(texts: Texts, culture: Culture): string {
  return texts[cultures.indexOf(culture)] ?? texts[0];
}

/** The name of what was visited: a level of the walks has words, a session is called by its file. */
export function runName(name: string, say: Say): string {
  const key = `coverage.${name}`;
  return isWord(key) ? say(key) : name;
}

function cultureIn(value: string | null | undefined): Culture | null {
  return cultures.find((culture) => culture === value) ?? null;
}

function stored(): string | null {
  try {
    return localStorage.getItem(ITEM);
  } catch {
    return null;
  }
}
