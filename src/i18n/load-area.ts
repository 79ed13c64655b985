import type { LoadArea } from './create-i18n.ts';

/**
 * Fetches an area's texts as a file of the build. What the first page shows is written into it; the addresses of
 * everything else weigh more than a kilobyte, and come with the routes of visitors and of members.
 */
export const loadArea: LoadArea = async (culture, area) =>
  (await import('./load-page-area.ts')).loadPageArea(culture, area);
