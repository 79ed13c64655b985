// The lists of objects in the replies of the description.
import description from '#openapi/perch.gen.json' with { type: 'json' };

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema?: Schema }>> }>>;
}

const { schemas: SCHEMAS } = description.components as unknown as {
  readonly schemas: Readonly<Record<string, Schema>>;
};

/**
 * Each list of objects in the reply of a read, as `listNews.items`; lists of texts that a document is made of are not.
 */
export function describedLists(): string[] {
  const listsIn = (schema: Schema, at: string, passed: readonly string[] = []): string[] => {
    const name = schema.$ref?.split('/').at(-1);
    if (name !== undefined) return passed.includes(name) ? [] : listsIn(SCHEMAS[name] as Schema, at, [...passed, name]);
    const { properties = {}, items, oneOf = [], anyOf = [], allOf = [] } = schema;
    const variants = [...oneOf, ...anyOf, ...allOf];
    const inner = items === undefined ? [] : listsIn(items, at, passed);
    const own = items !== undefined && isObject(items) ? [at] : [];
    return [
      ...own,
      ...inner,
      ...variants.flatMap((each) => listsIn(each, at, passed)),
      ...Object.entries(properties).flatMap(([field, each]) => listsIn(each, `${at}.${field}`, passed)),
    ];
  };
  const isObject = ({ $ref, properties }: Schema): boolean =>
    $ref === undefined ? properties !== undefined : isObject(SCHEMAS[$ref.split('/').at(-1) ?? ''] as Schema);
  const reads = Object.values(description.paths as unknown as Readonly<Record<string, { readonly get?: Operation }>>);
  return [
    ...new Set(
      reads.flatMap(({ get }) =>
        get === undefined
          ? []
          : listsIn(get.responses['200']?.content?.['application/json']?.schema ?? {}, get.operationId),
      ),
    ),
  ];
}

/** Each moment in the reply of a read, as `Receipt.updatedAt`; by the schema that has the field. */
export function describedMoments(): string[] {
  const found = new Set<string>();
  const visit = (value: unknown, owner: string, passed: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as Schema;
    if ($ref !== undefined) {
      const name = $ref.split('/').at(-1) ?? '';
      if (!passed.includes(name)) visit(SCHEMAS[name], name, [...passed, name]);
      return;
    }
    for (const [field, each] of Object.entries((value as Schema).properties ?? {})) {
      if (isMoment(each)) found.add(`${owner}.${field}`);
      visit(each, owner, passed);
    }
    const { items, oneOf = [], anyOf = [], allOf = [] } = value as Schema;
    for (const each of [items, ...oneOf, ...anyOf, ...allOf]) visit(each, owner, passed);
  };
  for (const { get } of Object.values(
    description.paths as unknown as Readonly<Record<string, { readonly get?: Operation }>>,
  ))
    visit(get?.responses['200']?.content?.['application/json']?.schema, get?.operationId ?? '', []);
  return [...found];
}

function isMoment(schema: Schema & { readonly format?: string }): boolean {
  const name = schema.$ref?.split('/').at(-1);
  return (
    schema.format === 'date-time' ||
    (name !== undefined && isMoment(SCHEMAS[name] as Schema)) ||
    [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].some(isMoment)
  );
}
