import { type ReactNode, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { isCulture, type Culture } from '#src/i18n/cultures.ts';
import { isPath, mailPages } from '#src/paths.ts';
import { Redirect } from '#src/ui/redirect.tsx';
import type { AppStorage } from '#src/services/storage.ts';

/**
 * The token of a mailed link, as written in the URL; null if there is none. It is in the fragment, which browsers send
 * to no server. The query is read too, since the source has it there and earlier links use it. As SRC §5 prescribes,
 * the encoded slash sequence in it is replaced by a plus sign before it is sent, and nothing else is decoded.
 */
export function mailTokenIn({ hash, search }: Pick<Location, 'hash' | 'search'>): string | null {
  for (const part of [hash, search]) {
    const [, raw = ''] = /[#?&]token=([^&#]*)/i.exec(part) ?? [];
    if (raw !== '') return raw.replaceAll(/%2f/gi, '+');
  }
  return null;
}

/** What a history entry stores about the mail that opened its page. */
interface EntryState {
  readonly mailToken?: unknown;
}

/** The token that a history entry keeps for its page; null if none. */
export function mailTokenOf(state: unknown): string | null {
  const { mailToken } = (state ?? {}) as EntryState;
  return typeof mailToken === 'string' ? mailToken : null;
}

/** The state of a history entry with the token of its page; everything else in it stays. */
export function withMailToken(state: unknown, token: string | null): object | null {
  const { mailToken: _, ...others } = (state ?? {}) as EntryState;
  const next = token === null ? others : { ...others, mailToken: token };
  return Object.keys(next).length === 0 ? null : next;
}

const isMailPage = (pathname: string): boolean => mailPages.some((path) => isPath(pathname, path));

/** The search without one parameter; the others stay exactly as written. */
function without(name: RegExp, search: string): string {
  const open = search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !name.test(parameter));
  return open.length === 0 ? '' : `?${open.join('&')}`;
}

/**
 * The language to begin with: the one that this browser has stored, otherwise the language of the mail whose link was
 * followed, which is stored from then on; null if there is neither. The parameter is removed from the URL before
 * anything reads it, as if it had never been there.
 */
export function settleCulture(
  storage: AppStorage,
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'state' | 'replaceState'>,
): Culture | null {
  const ofMail = new URLSearchParams(search).get('culture');
  if (ofMail !== null) history.replaceState(history.state, '', pathname + without(/^culture=/, search) + hash);
  if (isCulture(ofMail) && storage.get('language') === null) storage.set('language', ofMail);
  return storage.get('language');
}

/**
 * Removes the token of a mailed link from the URL before any page sees it, even if the link is opened in a tab that
 * already shows its page. The history entry keeps it: a reload finds it there, no request and no copied URL contains
 * it, and it disappears with the entry.
 */
export function TakenMailToken({ children }: { readonly children: ReactNode }) {
  const { pathname, search, hash, state } = useLocation();
  if (!isMailPage(pathname)) return children;
  const [token, left] = [mailTokenIn({ hash, search }), without(/^token=/i, search)];
  if (token === null && left === search) return children;
  return <Redirect to={pathname + left} state={token === null ? state : withMailToken(state, token)} />;
}

/** One run of a flow that a mailed link opens. */
export interface MailedRun {
  /** The token that opened it; null if the page was opened without one. */
  readonly token: string | null;
  /** The number of the run: another token begins another run. */
  readonly run: number;
  readonly restart: () => void;
}

/** Runs a page once for each mailed link that opens it: no link continues what another one has begun. */
export function useMailedRun(): MailedRun {
  const arrived = mailTokenOf(useLocation().state);
  const [{ token, run }, setBegun] = useState({ token: arrived, run: 0 });
  const restart = (): void => setBegun({ token: arrived, run: run + 1 });
  if (arrived !== null && arrived !== token) restart();
  return { token, run, restart };
}

/** Removes a token that has been used, or is invalid, from the history too, so that Back never leads to a used link. */
export function useSpentMailToken(isSpent: boolean): void {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  // Once: a link that arrives afterwards has another token.
  const forget = useEffectEvent(() => {
    if (mailTokenOf(state) !== null)
      void navigate(pathname + search, { replace: true, state: withMailToken(state, null) });
  });
  useLayoutEffect(() => {
    if (isSpent) forget();
  }, [isSpent]);
}
