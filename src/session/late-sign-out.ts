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

/** What watches for its services already. */
const watching = new WeakSet<Parts>();

/** Does so now, when the network is back, and when the server answers again. */
export function finishSignOuts(services: Parts, host: Pick<Window, 'addEventListener'>): void {
  const revoke = (): void => void revokeLeftToken(services);
  revoke();
  if (watching.has(services)) return;
  watching.add(services);
  host.addEventListener('online', revoke);
  services.club.subscribe((news) => {
    if (news !== 'closed') revoke();
  });
}
