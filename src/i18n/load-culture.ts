import type { i18n as I18n } from 'i18next';
import type { Culture } from './cultures.ts';

/** The newest choice: the texts of an earlier one may arrive after those of a later one. */
const choices = new WeakMap<I18n, object>();

/**
 * Loads all texts that the app has of its present language: those of the frame and of the page, whose forms would be
 * lost without. Then it changes to the other one; i18next by itself would change to a language without texts, which
 * shows their keys. Rejects if one could not be loaded.
 */
export async function loadCulture(i18n: I18n, culture: Culture): Promise<void> {
  const choice = {};
  choices.set(i18n, choice);
  const areas = Object.keys(i18n.store.data[i18n.language] ?? {});
  const missing = () => areas.filter((area) => !i18n.hasResourceBundle(culture, area));
  // "Re"-load, as i18next asks only once for texts that could not be loaded.
  await i18n.reloadResources(culture, missing());
  if (choices.get(i18n) !== choice) return;
  if (missing().length > 0) throw new Error(`No texts in ${culture} for ${missing().join(', ')}`);
  await i18n.changeLanguage(culture);
}
