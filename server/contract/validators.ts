// Checks made of the description. Ajv gets the whole document, so that a $ref means the same as in the file.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { description, responsePointer, type ParameterObject, type RouteObject } from './document.ts';

const DOCUMENT = 'perch';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What is wrong, or null. A check of parameters also coerces the values it is given and fills in defaults. */
export type Check = (value: unknown) => ErrorObject[] | null;

export interface RouteChecks {
  /** Null where the operation takes no body. */
  body: Check | null;
  query: Check;
  headers: Check;
  path: Check;
  /** The check of an answer; null where the status or the media type isn't documented. */
  answer(status: number, mediaType: string): Check | null;
}

/** Builds the checks of routes. Bodies are strict: nothing is coerced and unknown fields are refused as the schemas say. */
export function createValidators(): (route: RouteObject) => RouteChecks {
  const strict = createAjv(false);
  const coercing = createAjv(true);
  return (route) => {
    const answers = new Map<string, Check>();
    for (const [status, mediaTypes] of route.responses) {
      for (const mediaType of mediaTypes) {
        answers.set(`${status} ${mediaType}`, toCheck(referring(strict, responsePointer(route, status, mediaType))));
      }
    }
    const bodyPointer = `${route.pointer}/requestBody/content/application~1json/schema`;
    return {
      body: route.hasBody ? toCheck(referring(strict, bodyPointer)) : null,
      query: toCheck(coercing.compile(parametersSchema(route.parameters, 'query'))),
      headers: toCheck(coercing.compile(parametersSchema(route.parameters, 'header'))),
      path: toCheck(coercing.compile(parametersSchema(route.parameters, 'path'))),
      answer: (status, mediaType) => answers.get(`${status} ${mediaType}`) ?? null,
    };
  };
}

/** The check of a named schema of the description; nothing is coerced. */
export function createSchemaCheck(schema: string): Check {
  return toCheck(referring(createAjv(false), `/components/schemas/${schema}`));
}

function createAjv(coerceTypes: boolean): Ajv2020 {
  // strict: false, since a description carries words that aren't JSON Schema's (example, discriminator).
  const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes, useDefaults: coerceTypes, validateSchema: false });
  addFormats.default(ajv);
  // The package's own lets `urn:uuid:` pass, which no query of the database takes.
  ajv.addFormat('uuid', UUID);
  ajv.addSchema(description, DOCUMENT);
  return ajv;
}

function referring(ajv: Ajv2020, pointer: string): ValidateFunction {
  return ajv.compile({ $ref: `${DOCUMENT}#${encodeURI(pointer)}` });
}

/** Headers that aren't of the description are let pass; query and path take only what it names. */
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
