// The contract as the server reads it: the list of its operations, with what the adapter needs of each.
import document from '#openapi/perch.gen.json' with { type: 'json' };

export interface ParameterObject {
  name: string;
  in: 'query' | 'header' | 'path';
  required?: boolean;
  /** The group of calls with this parameter, where they cost more than those without it. */
  rateGroup?: string;
  schema: object;
}

export interface OperationObject {
  operationId: string;
  parameters: ParameterObject[];
  hasBody: boolean;
  /** Documented statuses; for each the media types whose schema is given. */
  responses: Map<number, string[]>;
  /** `none`: open to everybody; `optional`: works with and without a token; `required`: 401 without a bearer token. */
  authentication: 'none' | 'optional' | 'required';
  /** Which calls share its limits per minute (`x-rate-group`, server/entry/http/rate-limits.ts). */
  rateGroup: string;
}

export interface RouteObject extends OperationObject {
  method: 'GET' | 'POST';
  /** As written in the contract, for example `/requests/{key}`. */
  path: string;
  /** JSON pointer of the operation within the document. */
  pointer: string;
}

type Json = Record<string, unknown>;

export const description: Json = document;

const METHODS = { get: 'GET', post: 'POST' } as const;

/** Every operation of the contract with its method and path. */
export function readRoutes(source: Json = description): RouteObject[] {
  const routes: RouteObject[] = [];
  for (const [path, item] of Object.entries(record(source.paths))) {
    for (const [verb, operation] of Object.entries(record(item))) {
      if (!isVerb(verb))
        throw new Error(`the description uses a method that the server has no route for: ${verb} ${path}`);
      const pointer = `/paths/${escapePointer(path)}/${verb}`;
      routes.push({ method: METHODS[verb], path, pointer, ...readOperation(source, record(operation)) });
    }
  }
  return routes;
}

/** The names of the fields of a named schema. */
export function propertiesOf(schema: string, source: Json = description): string[] {
  return Object.keys(record(at(source, `/components/schemas/${schema}/properties`)));
}

function readOperation(source: Json, operation: Json): OperationObject {
  const responses = new Map<number, string[]>();
  for (const [status, response] of Object.entries(record(operation.responses))) {
    responses.set(Number(status), Object.keys(record(resolve(source, response).content ?? {})));
  }
  const parameters = list(operation.parameters ?? []).map((parameter) => readParameter(resolve(source, parameter)));
  return {
    operationId: String(operation.operationId),
    parameters,
    hasBody: operation.requestBody !== undefined,
    responses,
    authentication: readAuthentication(list(operation.security ?? source.security ?? [])),
    rateGroup: String(operation['x-rate-group']),
  };
}

function readParameter(parameter: Json): ParameterObject {
  const place = parameter.in;
  if (place !== 'query' && place !== 'header' && place !== 'path')
    throw new Error(`parameter in ${String(place)} is not supported`);
  return {
    name: String(parameter.name),
    in: place,
    required: parameter.required === true,
    ...(parameter['x-rate-group'] === undefined ? {} : { rateGroup: String(parameter['x-rate-group']) }),
    schema: record(parameter.schema),
  };
}

function readAuthentication(security: unknown[]): OperationObject['authentication'] {
  if (security.length === 0) return 'none';
  return security.some((entry) => Object.keys(record(entry)).length === 0) ? 'optional' : 'required';
}

/** The schema's address within the document, through one `$ref` if the response is a shared one. */
export function responsePointer(route: RouteObject, status: number, mediaType: string): string {
  const response = record(record(at(description, `${route.pointer}/responses`))[String(status)]);
  const base = typeof response.$ref === 'string' ? response.$ref.slice(1) : `${route.pointer}/responses/${status}`;
  return `${base}/content/${escapePointer(mediaType)}/schema`;
}

function resolve(source: Json, value: unknown): Json {
  const object = record(value);
  return typeof object.$ref === 'string' ? record(at(source, object.$ref.slice(1))) : object;
}

function at(source: Json, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, part) => record(value)[part.replaceAll('~1', '/').replaceAll('~0', '~')], source);
}

export function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

function record(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('the description is malformed');
  return value as Json;
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('the description is malformed');
  return value;
}

function isVerb(verb: string): verb is keyof typeof METHODS {
  return verb in METHODS;
}
