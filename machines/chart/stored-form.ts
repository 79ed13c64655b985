/**
 * What a stored checkpoint must look like. A tab outlives an update: what was stored by an earlier version may have a
 * field under its former name, and is dropped then, not trusted (decision 0054). A form names every field of its type,
 * so a field that gets another name does not compile until its form has it too.
 */

/** Tells whether a value is of the type; a further field is no reason against it. */
export type Form<T> = (value: unknown) => value is T;

export const text: Form<string> = (value) => typeof value === 'string';
export const figure: Form<number> = (value): value is number => Number.isFinite(value);
export const flag: Form<boolean> = (value) => typeof value === 'boolean';

/** Exactly this. */
export function exactly<const T extends string | number>(known: T): Form<T> {
  return (value): value is T => value === known;
}

/** One of the words of a closed list; each of them is named, so that none is forgotten. */
export function oneOf<T extends string>(words: Readonly<Record<T, unknown>>): Form<T> {
  return (value): value is T => typeof value === 'string' && Object.hasOwn(words, value);
}

export function orNull<T>(form: Form<T>): Form<T | null> {
  return (value): value is T | null => value === null || form(value);
}

export function orAbsent<T>(form: Form<T>): Form<T | undefined> {
  return (value): value is T | undefined => value === undefined || form(value);
}

export function either<A, B>(one: Form<A>, other: Form<B>): Form<A | B> {
  return (value): value is A | B => one(value) || other(value);
}

/** The form of each field. */
export type Fields<T> = { readonly [K in keyof T]-?: Form<T[K]> };

export function record<T extends object>(fields: Fields<T>): Form<T> {
  return (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Form<unknown>>(fields).every(([name, form]) =>
      form((value as Readonly<Record<string, unknown>>)[name]),
    );
}
