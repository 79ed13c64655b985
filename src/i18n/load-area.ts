import type { LoadArea } from './create-i18n.ts';

/**
 * Loads an area's texts as a file of the build. The texts of the first page are embedded in it. The URLs of all others
 * weigh more than a kilobyte, so they are loaded with the routes of visitors and of members.
 */
export const loadArea: LoadArea = async (culture, area) =>
  (await import('./load-page-area.ts')).loadPageArea(culture, area);
