// Calls of the API by the contract's operationId: method and path from the description, which types parameters and
// body too.
import type { operations } from '#openapi/api.gen.d.ts';
import description from '#openapi/perch.gen.json' with { type: 'json' };

export interface SendOptions {
  token?: string | undefined;
  key?: string | undefined;
  culture?: string | undefined;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  /**
   * The body, parsed where it is JSON; undefined if there is none. Tests know what they asked for, so its fields are
   * not typed.
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test states what it expects of the body right after
  body: any;
  headers: Record<string, string | string[] | number | undefined>;
}

export type OperationId = keyof operations;

/** What goes with a request that the contract's types say nothing of. */
export interface SendRequest extends SendOptions {
  body?: unknown;
}

/** A request by method and path, of which nothing is checked: malformed and undocumented ones are made with it. */
export type Send = (method: 'GET' | 'POST', path: string, request?: SendRequest) => Promise<Answer>;

type Parameters<Id extends OperationId> = operations[Id]['parameters'];

type PathPart<Id extends OperationId> = Parameters<Id> extends { path: infer Path } ? { path: Path } : { path?: never };

type QueryPart<Id extends OperationId> =
  Parameters<Id> extends { query: infer Query }
    ? { query: Omit<Query, 'culture'> }
    : Parameters<Id> extends { query?: infer Query }
      ? { query?: Omit<NonNullable<Query>, 'culture'> }
      : { query?: never };

/** The body of an operation's request. */
export type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

type BodyPart<Id extends OperationId> = operations[Id] extends { requestBody: { content: object } }
  ? { body: BodyOf<Id> }
  : { body?: never };

/** All that a request of an operation says. */
export type RequestOf<Id extends OperationId> = PathPart<Id> & QueryPart<Id> & BodyPart<Id> & SendOptions;

/** A request as the contract describes it; what the operation requires can't be left out. */
export type Call = <Id extends OperationId>(
  operationId: Id,
  ...request: object extends PathPart<Id> & QueryPart<Id> & BodyPart<Id> ? [RequestOf<Id>?] : [RequestOf<Id>]
) => Promise<Answer>;

interface AnyRequest extends SendRequest {
  path?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
}

const ROUTES = new Map<string, { method: 'GET' | 'POST'; path: string }>(
  Object.entries(description.paths as unknown as Record<string, Record<string, { operationId?: string }>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId }]) =>
        operationId === undefined ? [] : [[operationId, { method: method === 'get' ? 'GET' : 'POST', path }] as const],
      ),
  ),
);

/** Calls by operationId, sent by `send`. */
export function callBy(send: Send): Call {
  return (operationId, ...[given]) => {
    const { path: places = {}, query = {}, ...request } = (given ?? {}) as AnyRequest;
    const route = ROUTES.get(operationId);
    if (route === undefined) throw new Error(`the description has no operation ${operationId}`);
    const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(places[name])));
    const asked = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
    return send(route.method, search === '' ? path : `${path}?${search}`, request);
  };
}
