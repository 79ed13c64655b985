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

/** Each list of objects in the reply of a read, as `listNews.items`; lists of texts that a document is made of are not. */
export function describedLists(): string[] {
  const { schemas } = description.components as unknown as { readonly schemas: Readonly<Record<string, Schema>> };
  const listsIn = (schema: Schema, at: string, passed: readonly string[] = []): string[] => {
    const name = schema.$ref?.split('/').at(-1);
    if (name !== undefined) return passed.includes(name) ? [] : listsIn(schemas[name] as Schema, at, [...passed, name]);
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
    $ref === undefined ? properties !== undefined : isObject(schemas[$ref.split('/').at(-1) ?? ''] as Schema);
  type Operation = {
    readonly operationId: string;
    readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema?: Schema }>> }>>;
  };
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
