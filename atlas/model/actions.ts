import type { Culture } from '#openapi/cultures.ts';
import { ATLAS_WORDS, isWord, say } from '#atlas/words/words.ts';

/** The words for what actions do, for analysts. A test ensures that none is missing and none is superfluous. */
const DOES = 'does.';

/** What some actions do, in words; an action without words is listed by name. */
export function actionsInWords(actions: readonly string[], culture: Culture): string {
  return actions
    .map((action) => {
      const key = `${DOES}${action}`;
      return isWord(key) ? say(culture, key) : action;
    })
    .join(say(culture, 'semicolon'));
}

/** The names of all actions that have words. */
export const namedActions: readonly string[] = Object.keys(ATLAS_WORDS['en-US']).flatMap((key) =>
  key.startsWith(DOES) ? key.slice(DOES.length) : [],
);
