import type { i18n as I18n } from 'i18next';
import type { Culture } from './cultures.ts';

/** What the i18n instance tells if the texts of another language could not be loaded, so that it keeps its own. */
export const UNCHANGED = 'cultureUnchanged';

/** The newest choice: if the texts of an earlier one arrive later, nobody wants them any more. */
const wanted = new WeakMap<I18n, Culture>();

/**
 * Shows the app in another language once it has all texts of the present one: those of the frame and of the page, whose
 * forms would be lost without. i18next itself would change to a language without texts, which shows their keys.
 */
export async function changeCulture(i18n: I18n, culture: Culture): Promise<void> {
  wanted.set(i18n, culture);
  const missing = Object.keys(i18n.store.data[i18n.language] ?? {}).filter(
    (area) => !i18n.hasResourceBundle(culture, area),
  );
  // "Re"-load, as i18next asks only once for texts that could not be loaded.
  if (missing.length > 0) await i18n.reloadResources(culture, missing);
  if (wanted.get(i18n) !== culture) return;
  if (missing.every((area) => i18n.hasResourceBundle(culture, area))) await i18n.changeLanguage(culture);
  else i18n.emit(UNCHANGED);
}
