import { useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';
import { useServices } from '#src/services/services.ts';

interface Kept {
  readonly about: string;
  readonly entries: Readonly<Record<string, unknown>>;
}

interface KeptEntriesOptions<TEntries> {
  /** What the entries belong to, such as the recipient: nothing is carried over to another one. */
  readonly about?: string;
  /** Whose they are, if they outlive the session: nobody else gets them. */
  readonly owner?: string;
  /** Whether they can still be chosen; true by default. */
  readonly fits?: (entries: TEntries) => boolean;
}

/**
 * The entries of a form before a reload (P-1), or its initial ones. Read once: what is typed later belongs to the form.
 * `form` begins with its flow and a slash, such as `transfer/amount`, so that it is forgotten with the flow.
 */
export function useKeptEntries<TEntries extends { readonly [name in keyof TEntries]: string | boolean }>(
  form: string,
  beginning: TEntries,
  { about = '', owner, fits = () => true }: KeptEntriesOptions<TEntries> = {},
): TEntries {
  const { checkpoints } = useServices();
  const [initial] = useState((): TEntries => {
    const kept = checkpoints.load(form, owner)?.checkpoint as Partial<Kept> | null | undefined;
    const names = Object.keys(beginning);
    if (
      kept?.about !== about ||
      names.some((name) => typeof kept.entries?.[name] !== typeof beginning[name as keyof TEntries])
    )
      return beginning;
    // Each is a text or a yes or no, as before; `fits` says whether an entry is still valid.
    const entries = Object.fromEntries(names.map((name) => [name, kept.entries?.[name]])) as unknown as TEntries;
    return fits(entries) ? entries : beginning;
  });
  return initial;
}

interface KeepEntriesProps {
  readonly form: string;
  readonly about?: string;
  /** As in `useKeptEntries`. */
  readonly owner?: string;
  /** Which entries are kept; never a code or a password, which are stored nowhere. */
  readonly names: readonly string[];
  /** Whether they are forgotten once all of them are empty, since no flow forgets them in the end. */
  readonly forgetsEmpty?: boolean;
}

/** Keeps what is typed into the form around it, in this tab, until its flow is over. */
export function KeepEntries({ form, about = '', owner, names, forgetsEmpty }: KeepEntriesProps) {
  const { values, dirty } = useFormikContext<Record<string, unknown>>();
  const { checkpoints } = useServices();
  // Once anything was typed, an entry that was restored to its initial value is kept as well.
  const isTouched = useRef(false);
  const entries = JSON.stringify(values, [...names]);
  const isEmpty = forgetsEmpty && !names.some((name) => values[name]);
  useEffect(() => {
    isTouched.current ||= dirty;
    if (!isTouched.current) return;
    if (isEmpty) checkpoints.forget(form);
    else checkpoints.save(form, { about, entries: JSON.parse(entries) as Kept['entries'] } satisfies Kept, owner);
  }, [entries, isEmpty, dirty, checkpoints, form, about, owner]);
  return null;
}
