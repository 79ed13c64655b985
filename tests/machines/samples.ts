// Whether the samples of a flow show each thing that may be absent both ways: there, and not there.
import { readFileSync } from 'node:fs';
import type { AnyCases } from '#machines/graph/explore.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
interface Operation {
  readonly operationId?: string;
  readonly responses?: Readonly<Record<string, { readonly $ref?: string; readonly content?: Content }>>;
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

const description = JSON.parse(readFileSync('openapi/perch.gen.json', 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

function resolved<TPart extends { readonly $ref?: string }>(part: TPart): TPart {
  if (part.$ref === undefined) return part;
  const way = part.$ref.slice(2).split('/');
  return resolved(way.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], description) as TPart);
}

const alternatives = ({ anyOf = [], oneOf = [] }: Schema) => [...anyOf, ...oneOf];
const isNull = (schema: Schema) => resolved(schema).type === 'null';

function mayBeNull(schema: Schema): boolean {
  const known = resolved(schema);
  return (Array.isArray(known.type) && known.type.includes('null')) || alternatives(known).some(isNull);
}

/** What a schema says beside that there may be nothing, with the name that it has in the description. */
function contentOf(schema: Schema): { readonly name: string | null; readonly known: Schema } {
  const name = schema.$ref?.split('/').at(-1) ?? null;
  const known = resolved(schema);
  const rest = alternatives(known).filter((each) => !isNull(each));
  return rest.length === 1 && known.properties === undefined ? contentOf(rest[0] as Schema) : { name, known };
}

function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
  const known = resolved(schema);
  const parts = [...(known.allOf ?? []), ...alternatives(known)].map(propertiesOf);
  return Object.assign({}, ...parts, known.properties) as Record<string, Schema>;
}

/** The schema of a response that is not a refusal. */
function schemaOf(operationId: string, status: number): Schema | null {
  const operation = Object.values(description.paths)
    .flatMap((item) => Object.values(item))
    .find((each) => each.operationId === operationId);
  const answer = operation?.responses?.[String(status)];
  return answer === undefined ? null : (resolved(answer).content?.['application/json']?.schema ?? null);
}

/** What was seen of a place: there, not there. */
interface Seen {
  there: boolean;
  absent: boolean;
}

/**
 * What the samples of a flow's answers show in one way only, in sentences: of everything that the description lets be
 * null, whether it is ever there and ever null; of a list, whether it ever has an entry. What stands in a list counts
 * by itself, since a screen draws it in another way than the one record.
 */
export function oneWayOnly({ outcomes }: Pick<AnyCases, 'outcomes'>): readonly string[] {
  const nullable = new Map<string, Seen>();
  const lists = new Map<string, boolean>();

  function look(schema: Schema, value: unknown, place: string): void {
    if (mayBeNull(schema)) {
      const seen = nullable.get(place) ?? { there: false, absent: false };
      nullable.set(place, {
        there: seen.there || (value ?? null) !== null,
        absent: seen.absent || (value ?? null) === null,
      });
    }
    if (typeof value !== 'object' || value === null) return;
    const { name, known } = contentOf(schema);
    if (Array.isArray(value)) {
      lists.set(place, (lists.get(place) ?? false) || value.length > 0);
      for (const each of value) look(known.items ?? {}, each, `${place}[]`);
      return;
    }
    // A record is the same one wherever it comes from, but for its place in a list.
    const holder = place.endsWith('[]') || name === null ? place : name;
    for (const [property, of] of Object.entries(propertiesOf(known)))
      look(of, (value as Readonly<Record<string, unknown>>)[property], `${holder}.${property}`);
  }

  for (const [port, answers] of Object.entries(outcomes))
    for (const { reply } of Object.values(answers)) {
      const schema = reply === undefined ? null : schemaOf(port, reply.status);
      if (reply !== undefined && schema !== null && reply.status < 300) look(schema, reply.body, port);
    }
  return [
    ...[...nullable].flatMap(([place, { there, absent }]) =>
      there && absent ? [] : [`${place} is ${there ? 'never null' : 'always null'}.`],
    ),
    ...[...lists].flatMap(([place, filled]) => (filled ? [] : [`${place} is always empty.`])),
  ];
}
