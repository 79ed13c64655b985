import { fromPromise } from 'xstate';
import type {
  GetUserInfoOutcome,
  RefreshTokenOutcome,
  RestoreSessionOutcome,
} from '#machines/session/session.types.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { settle } from '#src/api/settle.ts';
import type { Services } from '#src/services/services.ts';

/** The member as the session has loaded them: a page that opens right afterwards need not ask again. */
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
 * Reads the storage; a tab that has nothing asks the others, so that a link opened in a new tab needs no second
 * sign-in.
 */
async function restoreSession({ session }: Services): Promise<RestoreSessionOutcome> {
  if (session.tokens() === null) await session.askOtherTabs();
  if (session.tokens() === null) return { kind: 'none' };
  if (!session.isFresh()) return { kind: 'expired' };
  return { kind: session.userInfo() === null ? 'userUnknown' : 'userKnown', renewIn: session.renewIn() };
}

function getUserInfo({ api, session, readings, now }: Services, signal: AbortSignal): Promise<GetUserInfoOutcome> {
  return settle<'getUserInfo', GetUserInfoOutcome>(api.GET('/account/userInfo', { signal }), {
    ...readAnswers,
    200: (userInfo) => {
      readings.keep(LOADED_MEMBER, { value: userInfo, at: now() });
      session.keepUserInfo(userInfo);
      return { kind: 'loaded' };
    },
  });
}

/**
 * How often another tab is asked for the tokens that it has renewed; one that the browser slows down takes seconds to
 * hear.
 */
const mostAsks = 20;

/**
 * Renews the tokens, unless another tab has done so. A spent token is never used, since that would end the session for
 * all tabs: where no other tab answers, it is asked again later, while the access token still serves. Nobody's turn
 * lasts while others are asked.
 */
async function refreshToken(services: Services): Promise<RefreshTokenOutcome> {
  const { inOneTab, session } = services;
  // Tokens that come from another tab meanwhile are those of no timer that has ended.
  const ended = session.timedFor();
  for (let asked = 0; asked < mostAsks; asked += 1) {
    // Nobody is signed in here any more: asking now would bring somebody else's session.
    if (session.tokens()?.refreshToken == null) return { kind: 'sessionEnded' };
    if (isDue(session, ended)) await session.askOtherTabs();
    const outcome = await inOneTab(() => spendToken(services, ended));
    if (outcome !== null) return outcome;
  }
  throw new Error('Another tab has the tokens.');
}

/**
 * Whether the stored tokens should be renewed: by the clock, or since the timer that has ended was started for them.
 */
function isDue(session: Services['session'], ended: string | null): boolean {
  return session.isAging() || (ended !== null && session.tokens()?.accessToken === ended);
}

/**
 * Spends the refresh token; null if another tab has. The call is not given up when the page changes: its answer would
 * be lost tokens.
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
      401: () => ({ kind: 'sessionEnded' }),
      200: (grant) => {
        session.renew(grant, tokens);
        return session.tokens() === null ? { kind: 'sessionEnded' } : { kind: 'renewed', renewIn: session.renewIn() };
      },
    },
  );
}
