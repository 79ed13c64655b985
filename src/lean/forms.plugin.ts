import type { Plugin } from 'vite';

/** The ends of the keys of a text that counts, and which of them a language uses. */
const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];
const formsOf: Record<string, readonly string[]> = {};

/**
 * Leaves out of the built catalogues what no number ever asks for: each has the keys of all languages, but Japanese and
 * Chinese have one form for every number.
 */
export function ownForms(): Plugin {
  return {
    name: 'perch-own-forms',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const [, culture] = /\blocales\/([^/]+)\/[^/]+\.json$/.exec(id) ?? [];
      return culture === undefined ? null : { code: withOwnForms(code, culture), map: null };
    },
  };
}

/** A catalogue, as its file has it, with only the forms that its language uses. */
export function withOwnForms(catalogue: string, culture: string): string {
  const forms = (formsOf[culture] ??= new Intl.PluralRules(culture).resolvedOptions().pluralCategories);
  const unused = FORMS.filter((form) => !forms.includes(form)).map((form) => `_${form}`);
  const isUnused = (key: string) => unused.some((end) => key.endsWith(end));
  return JSON.stringify(
    JSON.parse(catalogue, (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).filter(([key]) => !isUnused(key)))
        : value,
    ),
  );
}
