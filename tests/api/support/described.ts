// Calls with the examples of paths and bodies in the API description.
import description from '#openapi/perch.gen.json' with { type: 'json' };
import type { RouteObject } from '#server/platform/contract/document.ts';

interface Described {
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly example?: string }[];
  readonly requestBody?: {
    readonly content?: Readonly<
      Record<
        string,
        { readonly example?: object; readonly examples?: Readonly<Record<string, { readonly value: object }>> }
      >
    >;
  };
}

function described({ path, method }: RouteObject): Described {
  const paths = description.paths as unknown as Readonly<Record<string, Readonly<Record<string, Described>>>>;
  return paths[path]?.[method.toLowerCase()] ?? {};
}

/** The path with the examples of its parameters. */
export function examplePath(route: RouteObject): string {
  const exampleOf = (name: string) =>
    described(route).parameters?.find((each) => each.in === 'path' && each.name === name)?.example ?? '';
  return route.path.replace(/\{(\w+)\}/g, (_all, name: string) => exampleOf(name));
}

/** The example of its body; an empty object if it has none. */
export function exampleBody(route: RouteObject): object {
  const media = described(route).requestBody?.content?.['application/json'];
  return media?.example ?? Object.values(media?.examples ?? {})[0]?.value ?? {};
}
