// What the lists of routes are put together from.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, Route } from 'react-router-dom';
import type { Area } from '#src/i18n/areas.ts';
import type { MemberFrameProps } from './member-frame.tsx';
import type { AppPath } from '#src/paths.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { PartUnloaded } from '#src/ui/error-boundary.tsx';
import { lazyPage, PageSlot } from '#src/ui/lazy-page.tsx';
import { PublicLayout } from '#src/ui/public-layout.tsx';
import { Waiting } from '#src/ui/waiting.tsx';

export const memberFrame = lazyPage<MemberFrameProps>(() =>
  import('./member-frame.tsx').then((module) => module.MemberFrame),
);

/**
 * The addresses of a flow of several pages: one element for all of them, so that the flow lives on from step to step.
 */
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
export function MemberFrameSlot(props: MemberFrameProps) {
  return (
    <PageSlot waiting={<PageWait />}>
      <memberFrame.Page {...props} />
    </PageSlot>
  );
}

interface FrameProps {
  readonly reading?: boolean;
  /** What stands in it, where that is not the page of the address. */
  readonly page?: ReactNode;
}

/** The frame of whoever is not signed in. */
export function PublicFrame({ reading = false, page = <Outlet /> }: FrameProps) {
  return (
    <PublicLayout reading={reading}>
      <PageSlot waiting={<PageWait />}>{page}</PageSlot>
    </PublicLayout>
  );
}

/**
 * The frame of what both members and others open; nothing is shown twice while the session is still being looked for.
 */
export function OpenFrame({ reading = true, page }: FrameProps) {
  const { status } = useSession();
  if (status === 'restoring' || status === 'loadingUserInfo') return <PageWait />;
  return status === 'signedIn' ? <MemberFrameSlot page={page} /> : <PublicFrame reading={reading} page={page} />;
}

/**
 * Waits for the texts of a page. Both fetches run at once, since the page's element is made by the route and not after
 * the wait. Texts that can't be had are a failure with a way on, not a page of bare keys.
 */
export function Texts({ areas, page }: { areas: Area[]; page: ReactNode }) {
  const { i18n } = useTranslation(areas);
  const missing = areas.find((area) => !i18n.hasResourceBundle(i18n.language, area));
  if (missing !== undefined)
    throw new PartUnloaded(`No texts for ${missing}`, { again: () => i18n.reloadResources(i18n.language, areas) });
  return page;
}
