import type { Middleware } from 'openapi-fetch';
import { fromPromise } from 'xstate';
import type { RevokeTokenOutcome } from '#machines/sign-out/sign-out.types.ts';
import { commonAnswers } from '#src/api/problems.ts';
import { settle } from '#src/api/settle.ts';
import { unsubscribe } from '#src/services/push-subscription.ts';
import type { Services } from '#src/services/services.ts';

const UNAVAILABLE = 503;

/**
 * Maintenance covers the page that meets it, which comes back when it is over (D-23). A member who has signed out here
 * has no page to come back to but the one that says so: to the client the answer is a refusal like any other, and to
 * the flow what it was.
 */
function uncovered() {
  let met: Response | null = null;
  const middleware: Middleware = {
    onResponse: ({ response }) => {
      if (response.status !== UNAVAILABLE) return undefined;
      met = response;
      return new Response(response.body, { status: 500, headers: response.headers });
    },
  };
  const asMet = <TAnswer extends { readonly response: Response }>(answer: TAnswer) =>
    met === null ? answer : { ...answer, response: met };
  return { middleware, asMet };
}

/** The live ports of signing out. */
export function signOutPorts(services: Services) {
  return { revokeToken: fromPromise<RevokeTokenOutcome>(() => revokeToken(services)) };
}

/**
 * Forgets the session in every tab first, then tells the server (S-11). The call is not aborted when the page changes.
 * If it isn't answered, the refresh token is kept to tell the server later (src/session/late-sign-out.ts).
 */
async function revokeToken(services: Services): Promise<RevokeTokenOutcome> {
  const tokens = services.session.forgetEverywhere();
  if (tokens === null) return { kind: 'revoked' };
  // The server forgets the browser with the session; this spares its push service a subscription that nobody uses.
  void unsubscribe();
  const { refreshToken } = tokens;
  if (refreshToken !== null) services.storage.set('unrevokedToken', refreshToken);
  const { middleware, asMet } = uncovered();
  const answer = services.api.POST('/token/revoke', {
    body: refreshToken === null ? {} : { refreshToken },
    params: { header: { 'Idempotency-Key': services.newId() } },
    headers: { Authorization: `Bearer ${tokens.accessToken}` },
    middleware: [middleware],
  });
  return settle<'revokeToken', RevokeTokenOutcome>(answer.then(asMet), {
    ...commonAnswers,
    204: () => {
      if (services.storage.get('unrevokedToken') === refreshToken) services.storage.remove('unrevokedToken');
      return { kind: 'revoked' };
    },
  });
}
