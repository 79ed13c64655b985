// What an operation learns about its call.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallCookies, Cookie } from '#server/platform/contract/types.ts';
import { CULTURES, type Culture } from '#openapi/cultures.ts';

const DEFAULT_CULTURE: Culture = 'en-US';

/** The language of the call: that of the query if we have it, else the default. */
export function cultureOf(query: unknown): Culture {
  const given: unknown = typeof query === 'object' && query !== null && 'culture' in query ? query.culture : undefined;
  return CULTURES.find((culture) => culture === given) ?? DEFAULT_CULTURE;
}

/** The bearer token of the call; null if there is none. */
export function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer ([A-Za-z0-9_-]{1,128})$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/**
 * The cookies of a call: HttpOnly and SameSite=Strict. On https their names have the prefix by which browsers guarantee
 * that this very host set them over https, so that no neighboring host can plant one. On plain http, which is this
 * machine alone, the prefix is not possible.
 */
export function callCookies(request: FastifyRequest, reply: FastifyReply, secure: boolean): CallCookies {
  const nameOf = ({ name }: Cookie) => (secure ? `__Host-${name}` : name);
  // The prefix requires the path `/`; the names tell the cookies apart.
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  return {
    read: (cookie) => request.cookies[nameOf(cookie)] ?? null,
    set: (cookie, value, maxAgeSeconds) =>
      void reply.setCookie(nameOf(cookie), value, { ...attributes, maxAge: maxAgeSeconds }),
    clear: (cookie) => void reply.clearCookie(nameOf(cookie), attributes),
  };
}

/** Aborted when the caller hangs up, also if that was before this call, and when the server shuts down. */
export function callOver(reply: FastifyReply, ending: AbortSignal): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  if (reply.raw.destroyed) gone.abort();
  // The signal of the shutdown outlives the calls; a combined one does not keep them.
  return AbortSignal.any([gone.signal, ending]);
}
