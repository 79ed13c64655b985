import { cultures, type Texts } from '#atlas/model/model.ts';
import { shownText, textOf } from '#walk/paths/texts.ts';

/** The texts of a catalogue key; null if there are none, as for a code without a hint. */
export function textsOf(key: string): Texts | null {
  const [english, japanese, chinese] = cultures.map((culture) => textOf(key, culture));
  return english == null || japanese == null || chinese == null ? null : [english, japanese, chinese];
}

/** The texts of a title, which every screen has; a gap in the catalogue stays visible. */
export function titleTexts(key: string): Texts {
  const [english = '', japanese = '', chinese = ''] = cultures.map((culture) => shownText(key, culture));
  return [english, japanese, chinese];
}
