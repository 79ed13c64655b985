import type { Services } from '#src/services/services.ts';

type Parts = Pick<Services, 'api' | 'storage' | 'newId' | 'club' | 'session'>;

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

/** Does so now, when the network is back, and when the server answers again. */
export function finishSignOuts(services: Parts, host: Pick<Window, 'addEventListener'>): void {
  const revoke = (): void => void revokeLeftToken(services);
  host.addEventListener('online', revoke);
  services.club.subscribe((news) => {
    if (news !== 'closed') revoke();
  });
  // A new session may have taken the place of one of other tabs.
  services.session.subscribe((change) => {
    if (change === 'userInfo') revoke();
  });
  revoke();
}
