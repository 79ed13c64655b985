// Which browser asked for codes to an address (decision 0012): codes that anybody may request by an address alone work
// only where they were asked for.
import type { Services } from '#server/domain/services/services.ts';
import type { CallContext, Cookie, GivenCookie } from '#server/platform/contract/types.ts';
import { newToken, tokenHash } from '#server/platform/crypto/tokens.ts';
import { CODE_SECONDS } from './email-codes.ts';

/** The cookie that ties such codes to a browser, so that strangers can neither spend their tries nor void them. */
export const ASKING_COOKIE: Cookie = { name: 'perch_asking' };
/** Longer than any code, so that a call whose response was lost can be repeated after that. */
const ASKING_SECONDS = 12 * CODE_SECONDS;
const FORM = /^ask_[\w-]{43}$/;

/**
 * The asking browser, as the account of a code's binding; with a cookie for the answer. A browser that has one keeps
 * it, so that its tabs share it: codes to two addresses are valid side by side, and a newer one voids its own.
 */
export function askingBrowser(services: Services, call: CallContext): { account: string; cookie: GivenCookie } {
  const given = call.cookies.read(ASKING_COOKIE) ?? '';
  const token = FORM.test(given) ? given : newToken('ask', services.random);
  return { account: accountOf(token), cookie: { cookie: ASKING_COOKIE, value: token, maxAgeSeconds: ASKING_SECONDS } };
}

/** The browser that shows a code, in the same form. No code is bound to one that has asked for none. */
export function showingBrowser(call: CallContext): string {
  return accountOf(call.cookies.read(ASKING_COOKIE) ?? '');
}

function accountOf(token: string): string {
  return tokenHash(token).toString('base64url');
}
