import description from '#openapi/perch.gen.json' with { type: 'json' };

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }>
  >;
}

const paths = description.paths as unknown as Record<string, Record<string, Operation>>;

/**
 * The description's example of a successful response to a path such as `/contents/faq`; null if there is none. A path
 * that the description has in full, such as `/notices/unread`, is not one of `/notices/{id}`.
 */
export function example(method: 'GET' | 'POST', path: string): object | null {
  const operations = paths[path] ?? Object.entries(paths).find(([template]) => patternOf(template).test(path))?.[1];
  const operation = operations?.[method.toLowerCase()];
  return (operation?.responses['200']?.content?.['application/json']?.example as object | undefined) ?? null;
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
