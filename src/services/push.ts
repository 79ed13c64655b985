// What a browser is asked for so that the club can tell it of notices (Web Push), in the forms that the API carries.
import type { components } from '#openapi/api.gen.d.ts';
import { subscription } from './push-subscription.ts';

export type PushWanted = components['schemas']['PushWanted'];

/**
 * Why a browser gave no subscription.
 *
 * - `blocked`: its user lets this site show no notifications.
 * - `dismissed`: its user didn't say whether the site may.
 * - `unreachable`: it could not subscribe at its push service, or the page has no worker that would show anything.
 */
export type PushRefusal = 'blocked' | 'dismissed' | 'unreachable';

/** A worker that isn't there by then will not come: it is registered soon after the page was opened. */
const WORKER_MS = 10_000;

/** Whether the browser was forbidden to show notifications of this site. */
export function isPushBlocked(): boolean {
  return Notification.permission === 'denied';
}

/**
 * Calls the listener when `isPushBlocked` may say something else: once the browser says so, and when its user comes
 * back from the settings of one that doesn't. Returns a function that ends it.
 */
export function onPushPermission(listener: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  window.addEventListener('focus', listener, { signal });
  document.addEventListener('visibilitychange', listener, { signal });
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((permission) => permission.addEventListener('change', listener, { signal }))
    .catch(() => undefined);
  return () => ended.abort();
}

/** By which the server knows the browser's subscription, whoever made it; null if it has none. */
export async function subscribedAs(): Promise<string | null> {
  const endpoint = (await subscription())?.toJSON().endpoint;
  if (endpoint === undefined) return null;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}

/** Whether the browser may show notifications of this site. */
export function mayNotify(): boolean {
  return Notification.permission === 'granted';
}

/**
 * Asks the browser for a subscription of its own for this member; one that it had before is given up. Must be called
 * within a press, as browsers ask their users only then.
 *
 * @param key the club's, in base64url
 */
export async function subscribe(key: string): Promise<PushWanted | PushRefusal> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'dismissed';
  try {
    const { pushManager } = await worker();
    const before = await pushManager.getSubscription();
    await before?.unsubscribe();
    const { endpoint, keys } = (
      await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    ).toJSON();
    if (endpoint === undefined || keys?.p256dh === undefined || keys.auth === undefined) return 'unreachable';
    return { endpoint, publicKey: keys.p256dh, authSecret: keys.auth };
  } catch {
    return 'unreachable';
  }
}

async function worker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The page has no worker.')), WORKER_MS);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}
