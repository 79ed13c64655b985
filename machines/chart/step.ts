import type { AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate';
import type { StepMeta } from '#machines/chart/meta.ts';

/** The `meta` of the innermost active state that has one; null in a final state. */
export function stepOf(snapshot: AnyMachineSnapshot): StepMeta | null {
  const metas = Object.entries(snapshot.getMeta() as Record<string, StepMeta | undefined>);
  const innermost = metas.sort(([a], [b]) => b.length - a.length).find(([, meta]) => meta !== undefined);
  return innermost?.[1] ?? null;
}

/** The names of a chart's states as `stateName` gives them. */
export type StateName<TMachine extends AnyStateMachine> = Dotted<SnapshotFrom<TMachine>['value']>;
type Dotted<TValue> = TValue extends string
  ? TValue
  : { [TName in keyof TValue & string]: `${TName}.${Dotted<TValue[TName]>}` }[keyof TValue & string];

/**
 * The state's name as a dotted path, for `data-state` and for sentences in tests. Flow charts have no parallel states.
 */
export function stateName(snapshot: AnyMachineSnapshot): string {
  const path: string[] = [];
  let value: unknown = snapshot.value;
  while (typeof value === 'object' && value !== null) {
    const [[name, inner] = ['', '']] = Object.entries(value);
    path.push(name);
    value = inner;
  }
  return [...path, String(value)].join('.');
}
