/** The service worker's address; at the root, so that it sees every page. */
const WORKER = '/worker.js';

/** Where types and browsers differ: a policy that lets exactly one address pass where scripts must be trusted. */
interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: () => string },
  ) => { readonly createScriptURL: (address: string) => string };
}

/** Once a page: the content security policy takes a name only once (server/entry/http/headers.ts). */
let trustedWorker: string | null = null;

/**
 * Installs the service worker when the page has nothing better to do. Only the production build has one, and only a
 * browser on a secure origin takes it; without it everything works but the screen without a network.
 */
export function registerWorker(host: Window & typeof globalThis): void {
  if (!import.meta.env.PROD || !('serviceWorker' in host.navigator)) return;
  const { trustedTypes } = host as { readonly trustedTypes?: TrustedTypes };
  const address = (trustedWorker ??=
    trustedTypes?.createPolicy('perch-worker', { createScriptURL: () => WORKER }).createScriptURL(WORKER) ?? WORKER);
  const register = (): void => void host.navigator.serviceWorker.register(address).catch(() => undefined);
  // Safari has no idle callback.
  if ('requestIdleCallback' in host) host.requestIdleCallback(register);
  else setTimeout(register, 0);
}
