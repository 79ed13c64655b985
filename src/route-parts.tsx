// What the lists of routes are put together from.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Route } from 'react-router-dom';
import type { Area } from './i18n/areas.ts';
import type { AppPath } from './paths.ts';
import { PartUnloaded } from './ui/error-boundary.tsx';
import { lazyPage, PageSlot } from './ui/lazy-page.tsx';
import { Waiting } from './ui/waiting.tsx';

export const memberFrame = lazyPage(() => import('./pages/member-frame.tsx').then((module) => module.MemberFrame));

/** The addresses of a flow of several pages: one element for all of them, so that the flow lives on from step to step. */
export function stepsOf(addresses: readonly AppPath[], element: ReactNode) {
  return (
    <Route element={element}>
      {addresses.map((address) => (
        <Route key={address} path={address} element={null} />
      ))}
    </Route>
  );
}

/** While the code of a page is fetched. */
export function PageWait() {
  const { t } = useTranslation();
  return <Waiting what={t('wait.page')} />;
}

/** The frame of members, fetched when there is one. */
export function MemberFrameSlot() {
  return (
    <PageSlot waiting={<PageWait />}>
      <memberFrame.Page />
    </PageSlot>
  );
}

/**
 * Waits for the texts of a page. Both fetches run at once, since the page's element is made by the route and not after the
 * wait. Texts that can't be had are a failure with a way on, not a page of bare keys.
 */
export function Texts({ areas, page }: { areas: Area[]; page: ReactNode }) {
  const { i18n } = useTranslation(areas);
  const missing = areas.find((area) => !i18n.hasResourceBundle(i18n.language, area));
  if (missing !== undefined) throw new PartUnloaded(`No texts for ${missing}`, { again: () => i18n.reloadResources(i18n.language, areas) });
  return page;
}
