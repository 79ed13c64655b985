// Calls of the API by the contract's operationId: method and path from the API description, which also types parameters
// and body.
import type { operations, paths } from '#openapi/api.gen.d.ts';
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

/** The body of an answer that must be one of success. @throws Error with what was answered otherwise */
export function bodyOf({ status, body }: Answer): Answer['body'] {
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

export type OperationId = keyof operations;

/** Parts of a request that the contract's types don't cover. */
export interface SendRequest extends SendOptions {
  body?: unknown;
}

type Method = 'GET' | 'POST';

/** What carries a request to the server; a test asks by one of `Calls`. */
export type Transport = (method: Method, path: string, request: SendRequest) => Promise<Answer>;

/** A described path as it is written in a request: a parameter may be anything. */
type Written<Path> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Written<After>}`
  : Path;

type Documented<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<Lowercase<M>, object> ? Written<Path> : never;
}[keyof paths];

/** A path that no operation has; never for one that is documented, and for one of which nothing is known. */
type Undocumented<M extends Method, Path extends string> = string extends Path
  ? never
  : Path extends Documented<M> | `${Documented<M>}?${string}`
    ? never
    : Extract<Documented<M>, Path> extends never
      ? Path
      : never;

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

/** All parts of an operation's request. */
export type RequestOf<Id extends OperationId> = PathPart<Id> & QueryPart<Id> & BodyPart<Id> & SendOptions;

/** A request as the contract describes it; what the operation requires can't be omitted. */
export type Call = <Id extends OperationId>(
  operationId: Id,
  ...request: object extends PathPart<Id> & QueryPart<Id> & BodyPart<Id> ? [RequestOf<Id>?] : [RequestOf<Id>]
) => Promise<Answer>;

/** A request of an operation of which the contract's types check nothing. */
export interface UncheckedRequest extends SendRequest {
  path?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
}

/** The ways to ask the API. */
export interface Calls {
  /** A request as the contract describes it. */
  call: Call;
  /**
   * A request of an operation that the contract's types would not let through, or whose operation a table chooses. Only
   * for what `call` can't say.
   */
  callUnchecked(operationId: OperationId, request?: UncheckedRequest): Promise<Answer>;
  /** A request that no operation describes: another path, another method. One that is described doesn't compile. */
  send<M extends Method, const Path extends string>(
    method: M,
    path: Undocumented<M, Path>,
    request?: SendRequest,
  ): Promise<Answer>;
}

const ROUTES = new Map<string, { method: 'GET' | 'POST'; path: string }>(
  Object.entries(description.paths as unknown as Record<string, Record<string, { operationId?: string }>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId }]) =>
        operationId === undefined ? [] : [[operationId, { method: method === 'get' ? 'GET' : 'POST', path }] as const],
      ),
  ),
);

/** Where an operation is asked for: its method, and its path with the places and the query that are given. */
function routeTo(
  operationId: OperationId,
  { path: places = {}, query = {} }: Pick<UncheckedRequest, 'path' | 'query'> = {},
): { readonly method: Method; readonly path: string } {
  const route = ROUTES.get(operationId);
  if (route === undefined) throw new Error(`the description has no operation ${operationId}`);
  const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(places[name])));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
  return { method: route.method, path: search === '' ? path : `${path}?${search}` };
}

/** A request of an operation for callers without a browser: with a header of their own, as a stream. */
export function requestTo(
  operationId: OperationId,
  parts?: Pick<UncheckedRequest, 'path' | 'query'>,
): { readonly method: Method; readonly url: string } {
  const { method, path } = routeTo(operationId, parts);
  return { method, url: `/api${path}` };
}

/** Calls of which each is made by what `calls` gives at that moment, such as a browser that nobody has used. */
export function callWithFresh(calls: () => Calls): Call {
  return (operationId, ...[request]) => calls().callUnchecked(operationId, request as UncheckedRequest | undefined);
}

/** The ways to ask, with requests carried by `transport`. */
export function callsBy(transport: Transport): Calls {
  const callUnchecked: Calls['callUnchecked'] = (operationId, { path: places, query, ...request } = {}) => {
    const { method, path } = routeTo(operationId, { path: places, query });
    return transport(method, path, request);
  };
  return {
    call: (operationId, ...[request]) => callUnchecked(operationId, request as UncheckedRequest | undefined),
    callUnchecked,
    send: (method, path, request = {}) => transport(method, path, request),
  };
}
