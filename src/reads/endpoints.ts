import { ENDPOINT_METAS } from '#src/services/endpoint-metas.ts';
import { allowedOrigins, writtenMeta } from '#src/services/metas.ts';
import { isAllowed } from '#src/services/services.ts';
import type { AppStorage } from '#src/services/storage.ts';

/**
 * Options of a call to an endpoint. The one of the member's stream can be overridden in the storage, as the API can,
 * and only by an origin that the operator allows (S-14). Without an endpoint the call goes where all others go, and so
 * it does on a device that tries another API: the server's endpoints are not part of that one.
 */
export function atEndpoint(endpoint: keyof typeof ENDPOINT_METAS, storage: AppStorage): { readonly baseUrl?: string } {
  const own = endpoint === 'chatHubUrl' ? storage.get('chatHubUrl') : null;
  const allowed = { origin: location.origin, apiOrigins: allowedOrigins() };
  if (own !== null && isAllowed(own, allowed)) return { baseUrl: own };
  const named = storage.get('apiUrl') === null ? (writtenMeta(ENDPOINT_METAS[endpoint]) ?? '') : '';
  return named === '' ? {} : { baseUrl: named };
}
