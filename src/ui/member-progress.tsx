import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';

/** Most pages are there sooner, and a line that flashes says nothing. */
const PATIENCE_MS = 200;

/**
 * A line at the top of the window while the page of the URL is still being loaded. Until it is there, the page before
 * stays, and on a slow network a press would seem to do nothing.
 */
export function PageProgress() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  /** The page that was shown when another one was found to be awaited. */
  const [leaving, setLeaving] = useState<string | null>(null);
  useEffect(() => {
    shown.current = window.location.pathname;
    let timer: number | undefined;
    const look = (): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        const isLeaving = window.location.pathname !== shown.current;
        setLeaving(isLeaving ? pathname : null);
        // The way may lead back to the same page, as that over /Maintenance does, and then no page changes.
        if (isLeaving) look();
      }, PATIENCE_MS);
    };
    document.addEventListener('click', look);
    window.addEventListener('popstate', look);
    return () => {
      window.clearTimeout(timer);
      setLeaving(null);
      document.removeEventListener('click', look);
      window.removeEventListener('popstate', look);
    };
  }, [pathname]);
  // It lies in no part of the page, so it is one of its own.
  return leaving !== pathname ? null : (
    <div role="status" className="contents">
      <div role="progressbar" aria-label={t('wait.page')} className="page-progress print:hidden" />
    </div>
  );
}
