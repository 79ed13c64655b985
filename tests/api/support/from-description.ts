// Values made of the schemas of the description, for requests that fit it.
import fc from 'fast-check';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import type { RouteObject } from '#server/platform/contract/document.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

const schemas = description.components.schemas as unknown as Record<string, Schema>;
/** A few addresses, so that calls meet what earlier ones left: codes, limits, recoveries. */
const ADDRESSES = ['one@mail.example', 'TWO@mail.example', 'three@mail.example'];

/** The schema that a reference leads to. */
export function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : resolved(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
}

/** Values that fit a schema. */
export function fitting(given: Schema): fc.Arbitrary<unknown> {
  const schema = resolved(given);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, fitting(field)] as const);
    return fc.record(Object.fromEntries(fields), { requiredKeys: [...(schema.required ?? [])] });
  }
  if (schema.oneOf !== undefined) return fc.oneof(...schema.oneOf.map(fitting));
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 2 ** 31 });
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'email') return fc.oneof(fc.constantFrom(...ADDRESSES), fc.emailAddress());
  if (schema.pattern !== undefined) {
    const { minLength = 0, maxLength = 64 } = schema;
    return fc
      .stringMatching(new RegExp(schema.pattern))
      .filter((text) => text.length >= minLength && text.length <= maxLength);
  }
  return fc.string({
    unit: 'binary',
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 64, 128),
  });
}

/** The schema of an operation's body; null if it takes none. */
export function bodySchema(route: RouteObject): Schema | null {
  const paths = description.paths as Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>
  >;
  return paths[route.path]?.[route.method.toLowerCase()]?.requestBody?.content['application/json']?.schema ?? null;
}
