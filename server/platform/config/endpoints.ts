import { ConfigError, parseUrl, text, type Environment } from './config-values.ts';

/**
 * Addresses of the API that the app uses for a part of its calls in place of its own (SRC §9), such as those of a
 * process that keeps the streams. Null: the app's own API.
 */
export interface Endpoints {
  /** Of the list of rates. */
  readonly chartUrl: string | null;
  /** Of the stream of rates. */
  readonly exchangeHubUrl: string | null;
  /** Of the member's stream, by which messages of support arrive. */
  readonly chatHubUrl: string | null;
}

export const NO_ENDPOINTS: Endpoints = { chartUrl: null, exchangeHubUrl: null, chatHubUrl: null };

/**
 * @param allowed the app's own origin and those that the operator allows (S-14): members' tokens are sent to no other
 * @throws ConfigError if an endpoint is anywhere else, or not the address of an API
 */
export function readEndpoints(env: Environment, allowed: readonly string[]): Endpoints {
  const read = (name: string): string | null => {
    const value = text(env, name);
    if (value === null) return null;
    const url = parseUrl(value);
    const address = url === null ? null : `${url.origin}${url.pathname}`;
    if (url === null || url.href !== address)
      throw new ConfigError(`${name} must be the address of an API such as https://live.example/api, without a query`);
    if (!allowed.includes(url.origin))
      throw new ConfigError(`${name} must be on the origin of PUBLIC_ORIGIN or on one that API_ORIGINS lists`);
    return address.replace(/\/+$/, '');
  };
  return {
    chartUrl: read('CHART_URL'),
    exchangeHubUrl: read('EXCHANGE_HUB_URL'),
    chatHubUrl: read('CHAT_HUB_URL'),
  };
}
