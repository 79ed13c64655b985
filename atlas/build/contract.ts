import description from '#openapi/perch.gen.json' with { type: 'json' };
import type { Call, Field } from '#atlas/model/model.ts';

/** A part of the description, as loose as JSON is. */
interface Part {
  readonly [key: string]: unknown;
}

const whole = description as unknown as Part;

/** The call of that name, as in the contract; null if it has none, as for a child flow or a local read. */
export function callOf(operationId: string): Call | null {
  for (const [path, methods] of Object.entries(whole['paths'] as Part)) {
    for (const [method, operation] of Object.entries(methods as Part)) {
      const facts = operation as Part;
      if (facts['operationId'] === operationId) return call(operationId, { method: method.toUpperCase(), path, facts });
    }
  }
  return null;
}

function call(
  id: string,
  { method, path, facts }: { readonly method: string; readonly path: string; readonly facts: Part },
): Call {
  const parameters = ((facts['parameters'] ?? []) as readonly Part[]).map(resolved).map((parameter): Field => ({
    name: `${text(parameter['name'])} (${text(parameter['in'])})`,
    type: typeOf(parameter['schema']),
    says: text(parameter['description']),
    required: parameter['required'] === true,
  }));
  const answers = Object.entries(facts['responses'] as Part).map(([status, response]) => {
    const answer = resolved(response);
    const schema = schemaOf(answer);
    return {
      status,
      says: text(answer['description']),
      codes: codesIn(schema),
      fields: Number(status) < 300 ? fieldsOf(schema) : [],
    };
  });
  return {
    id,
    method,
    path,
    summary: text(facts['summary']),
    says: text(facts['description']).trim(),
    asks: [...parameters, ...fieldsOf(schemaOf(resolved(facts['requestBody'])))],
    answers,
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function schemaOf(body: Part): Part {
  const [content] = Object.values((body['content'] ?? {}) as Part);
  return resolved((content as Part | undefined)?.['schema']);
}

/** What a reference stands for. */
function resolved(part: unknown): Part {
  const reference = (part as Part | undefined)?.['$ref'];
  if (typeof reference !== 'string') return (part ?? {}) as Part;
  return resolved(
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((found, key) => (found as Part)[key.replaceAll('~1', '/')], whole),
  );
}

function typeOf(schema: unknown): string {
  const reference = (schema as Part | undefined)?.['$ref'];
  if (typeof reference === 'string') return reference.split('/').at(-1) ?? '';
  const { type, items, oneOf, enum: values } = (schema ?? {}) as Part;
  if (Array.isArray(oneOf)) return oneOf.map(typeOf).join(' or ');
  if (type === 'array') return `list of ${typeOf(items)}`;
  if (Array.isArray(values)) return values.join(' | ');
  return Array.isArray(type) ? type.join(' or ') : text(type);
}

/** The fields of a body; a field without a description takes that of the schema that it refers to. */
function fieldsOf(schema: Part): readonly Field[] {
  const parts = (schema['allOf'] as readonly unknown[] | undefined)?.map(resolved) ?? [schema];
  return parts.flatMap((part) => {
    const required = (part['required'] ?? []) as readonly string[];
    return Object.entries((part['properties'] ?? {}) as Part).map(([name, field]): Field => ({
      name,
      type: typeOf(field),
      says: text((field as Part)['description']) || text(resolved(field)['description']),
      required: required.includes(name),
    }));
  });
}

/** The codes of the problems that an answer can carry. */
function codesIn(schema: Part): readonly string[] {
  const parts = ((schema['allOf'] as readonly unknown[] | undefined) ?? []).map(resolved);
  return parts.flatMap((part) => {
    const code = ((part['properties'] ?? {}) as Part)['code'] as Part | undefined;
    if (typeof code?.['const'] === 'string') return [code['const']];
    return Array.isArray(code?.['enum']) ? (code['enum'] as readonly string[]) : [];
  });
}
