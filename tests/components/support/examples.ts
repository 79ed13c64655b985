import description from '#openapi/perch.gen.json' with { type: 'json' };

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }>
  >;
}

/** The description's example of a successful response; null if there is none. */
export function example(method: 'GET' | 'POST', path: string): object | null {
  const operation = (description.paths as unknown as Record<string, Record<string, Operation>>)[path]?.[
    method.toLowerCase()
  ];
  return (operation?.responses['200']?.content?.['application/json']?.example as object | undefined) ?? null;
}
