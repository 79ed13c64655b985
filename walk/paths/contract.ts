// Whether a request matches the description: method, path, parameters, authentication, and the body.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import description from '#openapi/perch.gen.json' with { type: 'json' };

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface Reference {
  readonly $ref: string;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly security?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly example?: object }>> }>
  >;
}

/** An operation of the description, with its position there. */
export interface Described {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  /** The names of the parameters in its query. */
  readonly queries: readonly string[];
}

const all: readonly Described[] = Object.entries(
  description.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    id: operation.operationId,
    method,
    path,
    operation,
    queries: parametersIn(operation, 'query').map(({ name }) => name),
  })),
);

const byId: ReadonlyMap<string, Described> = new Map(all.map((described) => [described.id, described]));

/** The operation called `id`; undefined if it is not a call of the server. */
export function operationOf(id: string): Described | undefined {
  return byId.get(id);
}

/** Whether the call carries a member's bearer token, if there is one. */
export function asksForMember({ operation }: Described): boolean {
  return (operation.security ?? description.security).some((way) => 'bearer' in way);
}

/** The operation of a request; undefined if the description has none. */
export function describedBy(request: Request): Described | undefined {
  const path = apiPath(request);
  return all.find((described) => described.method === request.method.toLowerCase() && shapeOf(described).test(path));
}

function apiPath(request: Request): string {
  return new URL(request.url).pathname.replace(/^\/api/, '');
}

function shapeOf({ path }: Described): RegExp {
  return new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`);
}

/** The example that the description gives for a read that succeeds; null if it gives none. */
export function exampleOf({ operation }: Described): object | null {
  return operation.responses['200']?.content?.['application/json']?.example ?? null;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(description, 'perch');
const validators = new Map<string, ValidateFunction>();

/** The validator of the schema at `pointer` in the description. */
function validatorAt(pointer: readonly string[]): ValidateFunction {
  const place = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const known = validators.get(place) ?? ajv.compile({ $ref: `perch#/${place}` });
  validators.set(place, known);
  return known;
}

/** What a request should carry beyond the description. */
export interface Expected {
  readonly culture: string;
  /** The stored access token; null while nobody is signed in. */
  readonly accessToken: string | null;
}

/** What is wrong with a request, as sentences; none if it matches. */
export function misfits(described: Described, request: Request, body: string, expected: Expected): readonly string[] {
  return [
    ...wrongParameters(described, request, expected),
    ...wrongBearer(described, request, expected),
    ...wrongBody(described, request, body),
  ].map((sentence) => `${described.id}: ${sentence}`);
}

/** Whether a page may send a call without it: a filter, or what the first stream of a page has not received yet. */
function isLeftOut(place: string, name: string): boolean {
  return (place === 'query' && name !== 'culture') || name === 'Last-Event-ID';
}

function wrongParameters(described: Described, request: Request, { culture }: Expected): readonly string[] {
  const { searchParams } = new URL(request.url);
  const parameters = described.operation.parameters ?? [];
  const known = allParameters(described.operation);
  const inPath = shapeOf(described).exec(apiPath(request))?.slice(1) ?? [];
  const values: Readonly<Record<string, (name: string) => string | null>> = {
    query: (name) => searchParams.get(name),
    header: (name) => request.headers.get(name),
    path: () => inPath[0] ?? null,
  };
  const sentences = known.flatMap(({ name, in: place }, index) => {
    const value = values[place]?.(name) ?? null;
    if (value === null) return isLeftOut(place, name) ? [] : [`the parameter ${name} is missing.`];
    const own = parameters[index];
    const pointer =
      own !== undefined && '$ref' in own
        ? [...own.$ref.slice(2).split('/'), 'schema']
        : ['paths', described.path, described.method, 'parameters', String(index), 'schema'];
    const fits = validatorAt(pointer);
    // A URL is text; if the description requires a number, its text is accepted.
    return fits(value) || fits(Number(value)) ? [] : [`the parameter ${name} is ${value}.`];
  });
  const strangers = [...searchParams.keys()].filter((name) => !known.some((parameter) => parameter.name === name));
  const language =
    searchParams.get('culture') === culture
      ? []
      : [`the culture is ${searchParams.get('culture')}, the page is in ${culture}.`];
  return [...sentences, ...strangers.map((name) => `the parameter ${name} is not described.`), ...language];
}

/** The values of a request's parameters in its path and query, without the language. */
export function parametersOf(described: Described, request: Request): Readonly<Record<string, string>> {
  const { searchParams } = new URL(request.url);
  const inPath = shapeOf(described).exec(apiPath(request))?.slice(1) ?? [];
  return Object.fromEntries([
    ...parametersIn(described.operation, 'path').map(({ name }, place) => [
      name,
      decodeURIComponent(inPath[place] ?? ''),
    ]),
    ...[...searchParams].filter(([name]) => name !== 'culture'),
  ]);
}

function parametersIn(operation: Operation, place: string): readonly Parameter[] {
  return allParameters(operation).filter((parameter) => parameter.in === place);
}

function allParameters({ parameters = [] }: Operation): readonly Parameter[] {
  return parameters.map((parameter) => ('$ref' in parameter ? resolved(parameter) : parameter));
}

function resolved({ $ref }: Reference): Parameter {
  const [, , , name = ''] = $ref.split('/');
  return (description.components.parameters as Readonly<Record<string, Parameter>>)[name] as Parameter;
}

function wrongBearer(described: Described, request: Request, { accessToken }: Expected): readonly string[] {
  const carried = request.headers.get('Authorization');
  if (!asksForMember(described)) return carried === null ? [] : ['it carries a token that nobody asked for.'];
  const optional = (described.operation.security ?? []).some((way) => Object.keys(way).length === 0);
  if (carried === null) return optional ? [] : ['it carries no token.'];
  // A call that ends the session carries the token that was just forgotten.
  const wanted = accessToken === null && optional ? carried : `Bearer ${accessToken}`;
  return carried === wanted ? [] : [`it carries ${carried}, stored is ${accessToken}.`];
}

function wrongBody({ operation, path, method }: Described, request: Request, body: string): readonly string[] {
  if (operation.requestBody === undefined) return body === '' ? [] : ['it has a body.'];
  const type = request.headers.get('Content-Type') ?? '';
  if (!type.startsWith('application/json')) return [`its body is of the type ${type}.`];
  const fits = validatorAt(['paths', path, method, 'requestBody', 'content', 'application/json', 'schema']);
  return fits(JSON.parse(body)) ? [] : [`its body ${body} ${ajv.errorsText(fits.errors)}.`];
}
