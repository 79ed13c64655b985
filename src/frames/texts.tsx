import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Area } from '#src/i18n/areas.ts';
import { PartUnloaded } from '#src/ui/error-boundary.tsx';

/**
 * Waits for the texts of a page. Code and texts load at the same time, since the route creates the page's element
 * before the wait. If the texts can't be loaded, it shows an error with a way forward, not a page of bare keys.
 */
export function Texts({ areas, page }: { areas: Area[]; page: ReactNode }) {
  const { i18n } = useTranslation(areas);
  const missing = areas.find((area) => !i18n.hasResourceBundle(i18n.language, area));
  if (missing !== undefined)
    throw new PartUnloaded(`No texts for ${missing}`, { again: () => i18n.reloadResources(i18n.language, areas) });
  return page;
}
