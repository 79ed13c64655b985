import type { i18n as I18n } from 'i18next';
import { useEffect, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useLocation } from 'react-router-dom';
import type { Area } from '#src/i18n/areas.ts';
import { fetchTexts } from '#src/i18n/fetch-texts.ts';
import { isPath, paths, type AppPath } from '#src/paths.ts';
import { MemberFrameSlot, Texts } from '#src/frames/route-parts.tsx';
import { Redirect } from '#src/ui/redirect.tsx';
import { memberPages, type MemberPage, type Place } from './member-routes.tsx';

const isAt = (place: Place, { at, when }: MemberPage): boolean =>
  at.some((path) => isPath(place.pathname, path)) && (when === undefined || when(place));

/** The texts and the code of each page, in the order of the list. */
const elements: readonly ReactElement[] = memberPages.map(({ areas, page: { Page } }) => (
  <Texts areas={areas} page={<Page />} />
));

/** One route for the pages that share a path. */
const routes: readonly (readonly AppPath[])[] = memberPages
  .filter(({ when }) => when === undefined)
  .map(({ at }) => at);

/**
 * Fetches the page at a place ahead, and its texts into `i18n`; returns the areas of its texts. Never rejects: the
 * visit shows a failure.
 */
export async function preloadMemberPage(place: Place, i18n?: I18n): Promise<readonly Area[]> {
  const found = memberPages.find((page) => isAt(place, page));
  await found?.page.preload();
  const areas = found?.areas ?? [];
  if (i18n !== undefined) await fetchTexts(i18n, areas);
  return areas;
}

/**
 * Every page behind the guard, separate from the public ones, so that the sign-in page does not load them. What a link
 * leads to is fetched once the pointer or the focus is on it.
 */
export function MemberRoutes() {
  const { i18n } = useTranslation();
  useEffect(() => {
    const fetchAhead = ({ target }: Event): void => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link?.origin !== location.origin) return;
      void preloadMemberPage(link, i18n);
    };
    const intents = ['pointerover', 'focusin'] as const;
    intents.forEach((intent) => document.addEventListener(intent, fetchAhead));
    return () => intents.forEach((intent) => document.removeEventListener(intent, fetchAhead));
  }, [i18n]);
  return (
    <Routes>
      <Route element={<MemberFrameSlot />}>
        {routes.map((at) => (
          <Route key={at[0]} element={<PageHere />}>
            {at.map((path) => (
              <Route key={path} path={path} element={null} />
            ))}
          </Route>
        ))}
        <Route path={paths.newsBare} element={<Redirect to={paths.newsList} />} />
      </Route>
    </Routes>
  );
}

function PageHere() {
  const place = useLocation();
  return elements[memberPages.findIndex((page) => isAt(place, page))] ?? null;
}
