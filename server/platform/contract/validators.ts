// Checks generated from the contract. Ajv gets the whole document, so that a $ref means the same as in the file.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { once } from '#server/platform/system/once.ts';
import { description, responsePointer, type ParameterObject, type RouteObject } from './document.ts';

const DOCUMENT = 'perch';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What is wrong, or null. A check of parameters also coerces the given values and fills in defaults. */
export type Check = (value: unknown) => ErrorObject[] | null;

export interface RouteChecks {
  /** Null if the operation takes no body. */
  body: Check | null;
  query: Check;
  headers: Check;
  path: Check;
  /** The check of an answer; null if the status or the media type is not documented. */
  answer(status: number, mediaType: string): Check | null;
}

/**
 * The checks of a route. Bodies are strict: nothing is coerced, and unknown fields are refused as the schemas say. Each
 * check is compiled when it is first needed: all of them together take a second, and a process that has just started
 * needs few. Only tests compare answers, and never all of them.
 */
export function checksOf(route: RouteObject): RouteChecks {
  return remembered(checksByRoute, route.pointer, () => {
    const bodyPointer = `${route.pointer}/requestBody/content/application~1json/schema`;
    return {
      body: route.hasBody ? onceNeeded(() => checkAt(bodyPointer)) : null,
      query: checkOfParameters(route, 'query'),
      headers: checkOfParameters(route, 'header'),
      path: checkOfParameters(route, 'path'),
      answer: (status, mediaType) =>
        route.responses.get(status)?.includes(mediaType) === true
          ? checkAt(responsePointer(route, status, mediaType))
          : null,
    };
  });
}

/** The check of a named schema of the contract; nothing is coerced. */
export function checkOfSchema(schema: string): Check {
  return checkAt(`/components/schemas/${schema}`);
}

function checkAt(pointer: string): Check {
  return remembered(checksByPointer, pointer, () =>
    toCheck(strict().compile({ $ref: `${DOCUMENT}#${encodeURI(pointer)}` })),
  );
}

function checkOfParameters(route: RouteObject, place: ParameterObject['in']): Check {
  return onceNeeded(() => {
    const schema = parametersSchema(route.parameters, place);
    // Many routes have the same: no query, or a token and a key.
    return remembered(checksBySchema, JSON.stringify(schema), () => toCheck(coercing().compile(schema)));
  });
}

/** The same check, made at its first use. */
function onceNeeded(make: () => Check): Check {
  const made = once(make);
  return (value) => made()(value);
}

// Compiling takes time and depends only on the contract, so each process does it once.
const checksByRoute = new Map<string, RouteChecks>();
const checksByPointer = new Map<string, Check>();
const checksBySchema = new Map<string, Check>();
const compilers = new Map<'strict' | 'coercing', Ajv2020>();
const strict = () => remembered(compilers, 'strict', () => createAjv(false));
const coercing = () => remembered(compilers, 'coercing', () => createAjv(true));

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

function createAjv(coerceTypes: boolean): Ajv2020 {
  // strict: false, since an OpenAPI description has keywords that JSON Schema does not know (example, discriminator).
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    coerceTypes,
    useDefaults: coerceTypes,
    validateSchema: false,
  });
  addFormats.default(ajv);
  // The package's own format accepts `urn:uuid:`, which no query of the database does.
  ajv.addFormat('uuid', UUID);
  ajv.addSchema(description, DOCUMENT);
  return ajv;
}

/** Headers outside the contract are allowed; query and path accept only what it names. */
function parametersSchema(parameters: ParameterObject[], place: ParameterObject['in']): object {
  const own = parameters.filter((parameter) => parameter.in === place);
  const name = (parameter: ParameterObject) => (place === 'header' ? parameter.name.toLowerCase() : parameter.name);
  return {
    type: 'object',
    properties: Object.fromEntries(own.map((parameter) => [name(parameter), absolute(parameter.schema)])),
    required: own.filter((parameter) => parameter.required === true).map(name),
    additionalProperties: place === 'header',
  };
}

/** A schema taken out of the document keeps its references only when they name the document. */
function absolute(schema: object): object {
  const entries = Object.entries(schema).map(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [key, `${DOCUMENT}${value}`] : [key, value],
  );
  return Object.fromEntries(entries);
}

function toCheck(validate: ValidateFunction): Check {
  return (value) => (validate(value) ? null : (validate.errors ?? []));
}
