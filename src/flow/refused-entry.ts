import type { AnyMachineSnapshot } from 'xstate';
import type { Problem } from '#machines/chart/problem.ts';
import { stateName } from '#machines/chart/step.ts';

/**
 * The entry that a code is about, by its name in the form; null if it is about the form as a whole. A state's name
 * (`TState`) is used if it says more than the code. What is about no entry of any form needs no line
 * (tests/client/refusals.test.ts).
 */
export type Entries<TName extends string = string, TState extends string = never> = Partial<
  Readonly<Record<Problem['code'] | TState, TName | null>>
>;

/** A second factor's code, wherever it is required. */
export const codeEntries: Entries<'code'> = {
  code_incorrect: 'code',
  code_expired: 'code',
  code_used_up: 'code',
  second_factor_required: 'code',
};

/** The entry that a problem is about: by its code, else the first field that the server names; null if by neither. */
export function entryOf({ code, field }: Problem, entries: Entries): string | null {
  return entries[code] ?? field;
}

/** The entry that the message of a flow's current state is about; null if it is about none, or there is no message. */
export function refusedEntry(snapshot: AnyMachineSnapshot, entries: Entries): string | null {
  const { problem } = (snapshot.context ?? {}) as { readonly problem?: Problem | null };
  if (!snapshot.hasTag('error') || problem === null || problem === undefined) return null;
  // By name as text: the types hold where it is written, `Entries` with the names of the flow's states.
  const byName: Readonly<Partial<Record<string, string | null>>> = entries;
  return byName[stateName(snapshot)] ?? entryOf(problem, entries);
}
