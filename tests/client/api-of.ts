import { vi } from 'vitest';
import { createApi, type ApiOptions } from '#src/api/client.ts';

/** The typed client of a signed-in member, whose requests go to `fetch` instead of a server. */
export function apiOf(fetch: ApiOptions['fetch']): ReturnType<typeof createApi> {
  return createApi({
    baseUrl: 'https://wallet.example/api',
    culture: () => 'en-US',
    accessToken: () => Promise.resolve('pat_one'),
    onSessionEnded: vi.fn(),
    onMaintenance: vi.fn(),
    fetch,
  });
}
