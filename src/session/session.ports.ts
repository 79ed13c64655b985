import { fromPromise } from 'xstate';
import type { GetUserInfoOutcome, RefreshTokenOutcome, RestoreSessionOutcome } from '#machines/session/session.types.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { settle } from '#src/api/settle.ts';
import type { Services } from './services.ts';

/** The member as the session has loaded them: a page that opens right afterwards need not ask again. */
export const LOADED_MEMBER = 'member of the session';

/** The live ports of the session machine. */
export function sessionPorts(services: Services) {
  return {
    restoreSession: fromPromise<RestoreSessionOutcome>(() => restoreSession(services)),
    getUserInfo: fromPromise<GetUserInfoOutcome>(({ signal }) => getUserInfo(services, signal)),
    refreshToken: fromPromise<RefreshTokenOutcome>(() => services.inOneTab(() => refreshToken(services))),
  };
}

/** Reads the storage; a tab that has nothing asks the others, so that a link opened in a new tab needs no second sign-in. */
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

/** How often another tab is asked for the tokens that it has; a tab that the browser slows down takes seconds to hear. */
const patience = 20;

/**
 * The tokens that another tab has renewed. Where it doesn't answer they are asked for again later, while the old token still serves;
 * the spent one is never used, since that would end the session for all tabs.
 */
async function tokensOfOtherTab(session: Services['session']): Promise<RefreshTokenOutcome> {
  for (let asked = 0; asked < patience && session.renewIn() === 0; asked += 1) await session.askOtherTabs();
  if (session.renewIn() > 0) return { kind: 'renewed', renewIn: session.renewIn() };
  throw new Error('Another tab has renewed the tokens and does not answer.');
}

/**
 * Spends the refresh token, unless another tab did so while this one waited for its turn. The call is not given up when
 * the page changes: an answer that nobody takes would be lost tokens.
 */
async function refreshToken({ api, session }: Services): Promise<RefreshTokenOutcome> {
  if (session.renewIn() === 0) await session.askOtherTabs();
  if (session.renewIn() > 0) return { kind: 'renewed', renewIn: session.renewIn() };
  const tokens = session.tokens();
  if (tokens?.refreshToken == null) return { kind: 'sessionEnded' };
  if (session.isSpent()) return tokensOfOtherTab(session);
  return settle<'refreshToken', RefreshTokenOutcome>(
    api.POST('/token/refresh', {
      body: { refreshToken: tokens.refreshToken },
      params: { header: tokens.refreshKey === null ? {} : { 'Idempotency-Key': tokens.refreshKey } },
    }),
    {
      ...commonAnswers,
      401: () => ({ kind: 'sessionEnded' }),
      200: (grant) => {
        session.renew(grant);
        return { kind: 'renewed', renewIn: session.renewIn() };
      },
    },
  );
}
