// The parts that the lists of routes are built from.
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
 * The paths of a flow with several pages: one element for all of them, so that the flow stays mounted from step to
 * step.
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

/** Shown while the code of a page is loaded. */
export function PageWait() {
  const { t } = useTranslation();
  return <Waiting what={t('wait.page')} />;
}

/** The members' frame, loaded when it is needed. */
export function MemberFrameSlot(props: MemberFrameProps) {
  return (
    <PageSlot waiting={<PageWait />}>
      <Texts areas={['nav']} page={<memberFrame.Page {...props} />} />
    </PageSlot>
  );
}

interface FrameProps {
  readonly reading?: boolean;
  /** Its content, if it is not the page of the URL. */
  readonly page?: ReactNode;
}

/** The frame for visitors who are not signed in. */
export function PublicFrame({ reading = false, page = <Outlet /> }: FrameProps) {
  return (
    <PublicLayout reading={reading}>
      <PageSlot waiting={<PageWait />}>{page}</PageSlot>
    </PublicLayout>
  );
}

/**
 * The frame of pages for members and visitors alike; it renders nothing until the session is known, so that the frame
 * never changes.
 */
export function OpenFrame({ reading = true, page }: FrameProps) {
  const { status } = useSession();
  if (status === 'restoring' || status === 'loadingUserInfo') return <PageWait />;
  return status === 'signedIn' ? <MemberFrameSlot page={page} /> : <PublicFrame reading={reading} page={page} />;
}

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
