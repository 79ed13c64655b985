import { fromPromise } from 'xstate';
import type {
  GetUserInfoOutcome,
  RefreshTokenOutcome,
  RestoreSessionOutcome,
} from '#machines/session/session.types.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { settle } from '#src/api/settle.ts';
import { isRenewable } from '#src/services/renewal.ts';
import type { Services } from '#src/services/services.ts';

/** The member as the session has loaded them, so that a page that opens right afterwards need not load them again. */
export const LOADED_MEMBER = 'member of the session';

/** The live ports of the session machine. */
export function sessionPorts(services: Services) {
  return {
    restoreSession: fromPromise<RestoreSessionOutcome>(() => restoreSession(services)),
    getUserInfo: fromPromise<GetUserInfoOutcome>(({ signal }) => getUserInfo(services, signal)),
    refreshToken: fromPromise<RefreshTokenOutcome>(() => refreshToken(services)),
  };
}

/**
 * Reads the storage. A tab that has no session asks the others, so that a link opened in a new tab needs no second
 * sign-in.
 */
async function restoreSession({ session }: Services): Promise<RestoreSessionOutcome> {
  if (session.tokens() === null) await session.askOtherTabs();
  if (session.tokens() === null) return { kind: 'none' };
  if (!session.isFresh()) return { kind: 'expired' };
  return { kind: session.userInfo() === null ? 'userUnknown' : 'userKnown', renewIn: session.renewIn() };
}

async function getUserInfo(services: Services, signal: AbortSignal): Promise<GetUserInfoOutcome> {
  const { api, session, readings } = services;
  // Asked again after minutes of maintenance or without a network, and nothing has renewed the tokens meanwhile.
  if (isRenewable(session)) {
    const renewed = await refreshToken(services);
    if (renewed.kind !== 'renewed') return renewed;
  }
  return settle<'getUserInfo', GetUserInfoOutcome>(api.GET('/account/userInfo', { signal }), {
    ...readAnswers,
    200: (userInfo) => {
      readings.keep(LOADED_MEMBER, userInfo, readings.begin());
      session.keepUserInfo(userInfo);
      return { kind: 'loaded' };
    },
  });
}

/**
 * How often another tab is asked for the tokens that it has renewed; a tab that the browser throttles takes seconds to
 * answer.
 */
const mostAsks = 20;

/**
 * Renews the tokens, unless another tab has done so. A used token is never used again, since that would end the session
 * for all tabs: if no other tab answers, they are asked again later, as long as the access token is valid. No tab holds
 * the turn while it asks others.
 */
async function refreshToken(services: Services): Promise<RefreshTokenOutcome> {
  const { inOneTab, session } = services;
  // Tokens that arrive from another tab in the meantime belong to no timer that has ended.
  const ended = session.timedFor();
  for (let asked = 0; asked < mostAsks; asked += 1) {
    // Nobody is signed in here any more: asking now could bring another member's session.
    if (session.tokens()?.refreshToken == null) return { kind: 'sessionEnded' };
    if (isDue(session, ended)) await session.askOtherTabs();
    const outcome = await inOneTab(() => spendToken(services, ended));
    if (outcome !== null) return outcome;
  }
  // Nobody has them any more, or will ever say so.
  if (!session.isFresh()) return { kind: 'sessionEnded' };
  throw new Error('Another tab has the tokens.');
}

/**
 * Whether the stored tokens should be renewed: according to the clock, or because the timer that was started for them
 * has ended.
 */
function isDue(session: Services['session'], ended: string | null): boolean {
  return session.isAging() || (ended !== null && session.tokens()?.accessToken === ended);
}

/**
 * Uses the refresh token; null if another tab has. The call is not aborted when the page changes, since that would lose
 * the tokens of its response.
 */
async function spendToken({ api, session }: Services, ended: string | null): Promise<RefreshTokenOutcome | null> {
  const tokens = session.tokens();
  if (tokens?.refreshToken == null) return { kind: 'sessionEnded' };
  if (!isDue(session, ended)) return { kind: 'renewed', renewIn: session.renewIn() };
  if (session.isSpent()) return null;
  return settle<'refreshToken', RefreshTokenOutcome>(
    api.POST('/token/refresh', {
      body: { refreshToken: tokens.refreshToken },
      params: { header: tokens.refreshKey === null ? {} : { 'Idempotency-Key': tokens.refreshKey } },
    }),
    {
      ...commonAnswers,
      401: { session_ended: 'sessionEnded' },
      200: (grant) => {
        session.renew(grant, tokens);
        return session.tokens() === null ? { kind: 'sessionEnded' } : { kind: 'renewed', renewIn: session.renewIn() };
      },
    },
  );
}
