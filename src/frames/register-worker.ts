import { whenIdle } from '#src/ui/when-idle.ts';

/** The URL of the service worker: at the root, so that its scope is every page. */
const WORKER = '/worker.js';

/**
 * A type that browsers have and TypeScript lacks: a policy that allows exactly one URL where scripts must be trusted.
 */
interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: () => string },
  ) => { readonly createScriptURL: (address: string) => string };
}

/**
 * Created once per page: the content security policy accepts each policy name only once (server/entry/http/headers.ts).
 */
let trustedWorker: string | null = null;

/**
 * Installs the service worker when the page is idle. Only the production build has one, and only browsers on a secure
 * origin accept it. Without it, everything works except the offline screen.
 */
export function registerWorker(host: Window & typeof globalThis): void {
  if (!import.meta.env.PROD || !('serviceWorker' in host.navigator)) return;
  const { trustedTypes } = host as { readonly trustedTypes?: TrustedTypes };
  const address = (trustedWorker ??=
    trustedTypes?.createPolicy('perch-worker', { createScriptURL: () => WORKER }).createScriptURL(WORKER) ?? WORKER);
  // A press on a notification goes to the tab that shows its page (src/shell/worker.ts).
  host.navigator.serviceWorker.onmessage = ({ ports: [asked] }) => asked?.postMessage(host.location.href);
  const register = (): void => void host.navigator.serviceWorker.register(address).catch(() => undefined);
  whenIdle(register);
}
