import { EVERYWHERE, type Area, type Catalogue } from '#src/i18n/areas.ts';
import { DEFAULT_CULTURE, isCulture, type Culture } from '#src/i18n/cultures.ts';
import type { LoadArea } from '#src/i18n/create-i18n.ts';
import { loadArea } from '#src/i18n/load-area.ts';
import { CATALOGUE_ID } from './plan.ts';

export interface ShownTexts {
  culture: Culture;
  catalogue: Catalogue;
}

/** The language of the HTML and the texts inside it; the development server's HTML has none. */
export function readShownTexts(page: Document): ShownTexts | null {
  const block = page.getElementById(CATALOGUE_ID);
  const culture = page.documentElement.lang;
  if (block === null || !isCulture(culture)) return null;
  return { culture, catalogue: JSON.parse(block.textContent ?? '{}') as Catalogue };
}

/**
 * The texts to begin with: those of the HTML if they are in the requested language, otherwise they are loaded. If that
 * fails, the app begins in the language of the HTML rather than not at all.
 */
export async function initialTexts(
  shown: ShownTexts | null,
  wanted: Culture | null,
  loadOne: LoadArea = loadArea,
): Promise<ShownTexts> {
  const culture = wanted ?? shown?.culture ?? DEFAULT_CULTURE;
  if (shown?.culture === culture) return shown;
  const load = async (area: Area) => [area, await loadOne(culture, area)] as const;
  const loaded = Promise.all(EVERYWHERE.map(load)).then((areas) => ({ culture, catalogue: Object.fromEntries(areas) }));
  return shown === null ? loaded : loaded.catch(() => shown);
}
