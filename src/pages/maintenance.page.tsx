import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type texts from '#locales/en-US/maintenance.json';
import { DEFAULT_CULTURE, isCulture } from '#src/i18n/cultures.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatAhead } from '#src/i18n/spans.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Redirect } from '#src/ui/redirect.tsx';
import { Spinner } from '#src/ui/waiting.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    maintenance: typeof texts;
  }
}

/** Often enough that members need not reload, seldom enough that a thousand waiting members are no load. */
const POLL_MS = 20_000;

type Check =
  | { state: 'checking' }
  | { state: 'closed'; until: string | null }
  | { state: 'unanswered' }
  | { state: 'away' }
  | { state: 'open' };

const SENTENCE_OF = { checking: 'checking', closed: 'polling', unanswered: 'unreachable', away: 'away' } as const;

/** Polls the club's status until it is open: at once, unless it was found open again and again. */
function useClubStatus(): Check {
  const { api, openings } = useServices();
  const [waits] = useState(() => openings.areMany());
  const [check, setCheck] = useState<Check>(waits ? { state: 'closed', until: null } : { state: 'checking' });
  const ask = useCallback(
    async (signal: AbortSignal): Promise<Check> => {
      const { data } = await api.GET('/status', { signal });
      if (data === undefined) return { state: 'unanswered' };
      if (!data.available) return { state: 'away' };
      return data.maintenance.on ? { state: 'closed', until: data.maintenance.until } : { state: 'open' };
    },
    [api],
  );
  const open = check.state === 'open';
  useEffect(() => {
    if (open) return;
    const stop = new AbortController();
    const poll = () =>
      ask(stop.signal)
        .catch((): Check => ({ state: 'unanswered' }))
        .then((next) => {
          if (stop.signal.aborted) return;
          if (next.state === 'open') openings.note();
          setCheck(next);
        });
    if (!waits) void poll();
    const timer = setInterval(() => void poll(), POLL_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [ask, open, openings, waits]);
  return check;
}

/**
 * Where the member was and the state of that history entry, as the redirect to this page noted them:
 * `{ from: '/Withdraw2', entry: … }`.
 */
function cameFrom(state: unknown): { readonly to: string; readonly state?: unknown } {
  const { from, entry } = (state ?? {}) as { readonly from?: unknown; readonly entry?: unknown };
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? { to: from, state: entry } : { to: paths.dashboard };
}

/**
 * Closes the open dialogs of the page that this one covers, since everything outside a modal one is inert, even if it
 * can't be seen, and opens them again with their page. A sheet, such as a menu or the camera, stays closed: nothing is
 * typed there.
 */
function useDialogsAside(): void {
  const [aside] = useState<HTMLDialogElement[]>(() => []);
  useLayoutEffect(() => {
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
      if (!dialog.matches('.sheet')) {
        aside.push(dialog);
        // Whoever shows it must not learn that it is closed.
        dialog.addEventListener('close', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
      }
      dialog.close();
    }
    const reopen = (): void => {
      const shown = aside.filter((dialog) => dialog.isConnected && dialog.closest('[hidden]') === null);
      for (const dialog of shown) dialog.showModal();
    };
    // Their page is shown in the same task, after this.
    return () => queueMicrotask(reopen);
  }, [aside]);
}

/** The page that members see during maintenance, and how they return automatically (D-23). */
export function MaintenancePage() {
  const { t, i18n } = useTranslation('maintenance');
  const { serverNow } = useServices();
  const check = useClubStatus();
  useDialogsAside();
  const culture = isCulture(i18n.language) ? i18n.language : DEFAULT_CULTURE;
  const { state } = useLocation();
  if (check.state === 'open') return <Redirect {...cameFrom(state)} />;
  const until = check.state === 'closed' ? check.until : null;
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      {until && (
        <Notice kind="warning">
          <WholeWords
            text={t('until', { moment: formatDateTime(until), relative: formatAhead(until, serverNow(), culture) })}
          />
        </Notice>
      )}
      <p className="flex items-center gap-3 text-sm text-muted" aria-live="polite">
        <Spinner className="loading-sm" />
        {t(SENTENCE_OF[check.state])}
      </p>
    </>
  );
}
