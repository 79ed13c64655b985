import type { i18n as I18n } from 'i18next';
import type { Area } from './areas.ts';
import type { Culture } from './cultures.ts';
import type { LoadArea } from './create-i18n.ts';
import { loadArea } from './load-area.ts';

/**
 * Fetches texts ahead of the visit that needs them. Never rejects, and keeps no failure: i18next asks only once for
 * texts that could not be loaded, and that must be the visit.
 */
export async function fetchTexts(i18n: I18n, areas: readonly Area[], load: LoadArea = loadArea): Promise<void> {
  const { language } = i18n;
  const fetchOne = async (area: Area): Promise<void> => {
    if (i18n.hasResourceBundle(language, area)) return;
    i18n.addResourceBundle(language, area, await load(language as Culture, area));
  };
  await Promise.allSettled(areas.map(fetchOne));
}
