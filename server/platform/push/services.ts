// The push services that the server calls. A browser names the address of its own, so whoever has a session could name
// any: only the services of the known browsers are called.
import { callOut } from '#server/platform/system/call-out.ts';

/** The services of Chromium, Firefox and Safari, each of one name. */
const KNOWN: readonly string[] = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'];
/** Edge on Windows has a name for each data center, such as wns2-par02p; Microsoft lists them only by this pattern. */
const OF_DATA_CENTER = /^[a-z\d-]+\.notify\.windows\.com$/;

/** Whether messages may be posted to an endpoint: over https, on the usual port, at a service of the list. */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, port, username, password, hostname } = new URL(endpoint);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return KNOWN.includes(hostname) || OF_DATA_CENTER.test(hostname);
}

/** What a service answered. */
export interface PushAnswer {
  readonly status: number;
  /** Seconds to wait, if it asks for that. */
  readonly retryAfter: number | null;
}

/** Posts a message to a push service. @throws Error if no answer came */
export type PostPush = (
  endpoint: string,
  message: { headers: Record<string, string>; body: Buffer },
) => Promise<PushAnswer>;

const TIMEOUT_MS = 10_000;

/**
 * Posts over the network; a redirect is an error, since it would lead off the list. Of what a service says beside its
 * status nothing is read.
 */
export const postingWithin =
  (timeoutMs: number): PostPush =>
  async (endpoint, { headers, body }) => {
    const answer = await callOut(endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      timeoutMs,
      mostBytes: () => 0,
    });
    const wait = Number(answer.headers.get('retry-after') ?? Number.NaN);
    return { status: answer.status, retryAfter: Number.isFinite(wait) && wait >= 0 ? wait : null };
  };

/** Posts as the jobs do. */
export const postPush: PostPush = postingWithin(TIMEOUT_MS);
