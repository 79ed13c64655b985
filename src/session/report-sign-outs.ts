import type { Services } from '#src/services/services.ts';

/**
 * Has sign-outs reported that the server does not know of (S-11), by code that nobody else needs: when the app is
 * opened, and after signing in, since the new session may have taken the place of one of other tabs.
 */
export function reportSignOuts(services: Services): void {
  if (services.storage.get('unrevokedToken') !== null)
    import('./late-sign-out.ts').then(
      (module) => module.finishSignOuts(services, window),
      () => window.addEventListener('online', () => reportSignOuts(services), { once: true }),
    );
}
