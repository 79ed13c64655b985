import type { Services } from '#src/services/services.ts';

type Parts = Pick<Services, 'api' | 'storage' | 'newId' | 'club'>;

/** Nothing more can be done with the token: it is revoked, or was never valid. */
const SETTLED = [204, 400];

/** Reports a sign-out that could not reach the server, if there is one (S-11). */
async function revokeLeftToken({ api, storage, newId }: Parts): Promise<void> {
  const refreshToken = storage.get('unrevokedToken');
  if (refreshToken === null) return;
  const call = { body: { refreshToken }, params: { header: { 'Idempotency-Key': newId() } } };
  const answered = await api.POST('/token/revoke', call).catch(() => null);
  if (answered !== null && SETTLED.includes(answered.response.status) && storage.get('unrevokedToken') === refreshToken)
    storage.remove('unrevokedToken');
}

/** The services that are watched already. */
const watched = new WeakSet<Parts>();

/** Does so when the network is back, and when the server answers again. */
export function watchSignOuts(services: Parts, host: Pick<Window, 'addEventListener'>): void {
  if (watched.has(services)) return;
  watched.add(services);
  const revoke = (): void => void revokeLeftToken(services);
  host.addEventListener('online', revoke);
  services.club.subscribe((news) => {
    if (news !== 'closed') revoke();
  });
}

/** Does so now as well. */
export function finishSignOuts(services: Parts, host: Pick<Window, 'addEventListener'>): void {
  void revokeLeftToken(services);
  watchSignOuts(services, host);
}
