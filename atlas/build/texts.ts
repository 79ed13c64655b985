import { cultures, type Culture, type Texts } from '#atlas/model/model.ts';
import { shownText, textOf } from '#walk/paths/texts.ts';

/** The texts of a catalogue key; null if there are none, as for a code without a hint. */
export function textsOf(key: string): Texts | null {
  const [english, japanese, chinese] = cultures.map((culture) => textOf(key, culture));
  return english == null || japanese == null || chinese == null ? null : [english, japanese, chinese];
}

/** The texts of a title, which every screen has; a gap in the catalogue stays visible. */
export function titleTexts(key: string): Texts {
  return inEachLanguage((culture) => shownText(key, culture));
}

/** A text of each language, in the order of `cultures`. */
export function inEachLanguage(textIn: (culture: Culture) => string): Texts {
  const [english, japanese, chinese] = cultures;
  return [textIn(english), textIn(japanese), textIn(chinese)];
}
