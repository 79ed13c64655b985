import type { Environment } from '#src/services/services.ts';
import './plan.ts';
import { allowedOrigins, SUPPORT_EMAIL_META, writtenMeta } from '#src/services/metas.ts';
import { forgivingStorage } from '#src/services/storage.ts';

const CHANNEL = 'perch';

/** The browser as the environment of the services. */
export function browserEnvironment(host: Window & typeof globalThis, culture: Environment['culture']): Environment {
  return {
    local: forgivingStorage(() => host.localStorage),
    tab: forgivingStorage(() => host.sessionStorage),
    channel: channelOf(host),
    // Locks exist only on secure origins, including `http://localhost`.
    locks: host.navigator.locks ?? null,
    origin: host.location.origin,
    apiOrigins: allowedOrigins(host.document),
    // Only the development server sends a page that nothing was written into; its default is the server's.
    supportEmail: writtenMeta(SUPPORT_EMAIL_META, host.document) ?? `support@${host.location.hostname}`,
    culture,
    now: () => Date.now(),
    newId: () => newId(host.crypto),
    fetch: (request) => takeEarly(host, request) ?? host.fetch(request),
  };
}

/** For this long an early answer is as good as a new one. */
const EARLY_MS = 30_000;

/** The answer to a call that boot.ts has made; null if it made no such call, or another one has taken the answer. */
function takeEarly({ perchEarly: early, performance }: Window, request: Request): Promise<Response> | null {
  // What an act changes was read before it.
  if (request.method !== 'GET' || performance.now() > EARLY_MS) early?.clear();
  const call = early?.get(request.url);
  early?.delete(request.url);
  return call !== undefined && call.authorization === request.headers.get('Authorization') ? call.answer : null;
}

/** The channel to the other tabs; an old browser has none, and one that is set to store nothing may refuse it. */
function channelOf(host: Window & typeof globalThis): BroadcastChannel | null {
  try {
    return new host.BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}

/** A random id; `randomUUID` is missing on plain http, where a phone in the same network may try the app. */
function newId(crypto: Crypto): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  return Array.from((crypto as Crypto).getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
