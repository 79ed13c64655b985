import { EVERYWHERE, type Area, type Catalogue } from '#src/i18n/areas.ts';
import { DEFAULT_CULTURE, isCulture, type Culture } from '#src/i18n/cultures.ts';
import { loadArea } from '#src/i18n/load-area.ts';

/** Id of the data block in the HTML with the texts of the page. */
const CATALOGUE_ID = 'catalogue';

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

/** The texts to begin with: those of the HTML if they are in the requested language, otherwise they are loaded. */
export async function initialTexts(shown: ShownTexts | null, wanted: Culture | null): Promise<ShownTexts> {
  const culture = wanted ?? shown?.culture ?? DEFAULT_CULTURE;
  if (shown?.culture === culture) return shown;
  const load = async (area: Area) => [area, await loadArea(culture, area)] as const;
  return { culture, catalogue: Object.fromEntries(await Promise.all(EVERYWHERE.map(load))) };
}
