/** A catalogue: texts by key, in groups where the keys have dots. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/** The texts of a catalogue by their whole keys, each behind `prefix`. */
export function entriesOf(catalogue: Catalogue, prefix = ''): readonly (readonly [string, string])[] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value] as const] : entriesOf(value, `${prefix}${key}.`),
  );
}
