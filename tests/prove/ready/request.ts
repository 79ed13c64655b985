// A request as it goes over the wire, in parts that can be spoiled one by one.
import type { Browser } from '#tests/api/support/browser.ts';
import type { OperationId } from '#tests/api/support/call.ts';
import { readRoutes, type RouteObject } from '#server/platform/contract/document.ts';

/** All that a call asks for. */
export interface Ready {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Of a session; null if nobody is signed in. */
  readonly token: string | null;
  /** Without the prefix of their names. */
  readonly cookies?: ReadonlyMap<string, string>;
  /** Whom it is about, for those who check its outcome. */
  readonly memberId?: string;
}

/** A request in text. */
export interface Wire {
  readonly method: 'GET' | 'POST';
  /** Below the API's own path. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const ROUTES = new Map(readRoutes().map((route) => [route.operationId, route]));

/** The route of an operation. */
export function routeOf(operationId: string): RouteObject {
  const route = ROUTES.get(operationId);
  if (route === undefined) throw new Error(`the description has no operation ${operationId}`);
  return route;
}

/** Whether calls of an operation have a key. */
export function takesKey(route: RouteObject): boolean {
  return route.parameters.some(({ name, in: place }) => place === 'header' && name === 'Idempotency-Key');
}

/** The request in text. @param key null for a call without one */
export function wireOf(operationId: OperationId, ready: Ready, key: string | null): Wire {
  const { method, path, hasBody } = routeOf(operationId);
  const places = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(ready.path?.[name] ?? ''));
  const search = new URLSearchParams(ready.query).toString();
  return {
    method,
    path: search === '' ? places : `${places}?${search}`,
    headers: {
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(ready.token === null ? {} : { authorization: `Bearer ${ready.token}` }),
      ...(key === null ? {} : { 'idempotency-key': key }),
      ...cookieHeader(ready.cookies),
    },
    ...(hasBody ? { body: JSON.stringify(ready.body ?? {}) } : {}),
  };
}

function cookieHeader(cookies: Ready['cookies']): Record<string, string> {
  if (cookies === undefined || cookies.size === 0) return {};
  return { cookie: [...cookies].map(([name, value]) => `__Host-${name}=${value}`).join('; ') };
}

/** The cookies that a browser has now. */
export function cookiesOf({ cookies }: Browser): ReadonlyMap<string, string> {
  return new Map(cookies);
}
