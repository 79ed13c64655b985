/**
 * Mutants: copies of a sound chart with one mistake each. A transition is deleted, retargeted, or loses its guard or
 * its actions. Whatever checks a chart must notice each of them.
 */
import { StateMachine, type AnyStateMachine } from 'xstate';
import { statesOf, transitionsOf } from './internals.ts';

/** A part of a chart's configuration; its position tells what it contains. */
export type Part = Readonly<Record<string, unknown>>;

export type Mutation = 'deleted' | 'retargeted' | 'unguarded' | 'without actions';

export interface Mutant {
  /** Which transition was changed, and how. */
  readonly name: string;
  /** Id of the transition in the sound chart. */
  readonly transition: string;
  readonly mutation: Mutation;
  readonly machine: AnyStateMachine;
}

/**
 * The position of a transition in the configuration: keys from the root, the last one a number if there are several.
 */
type Site = readonly (string | number)[];

/** The mutants of a chart, in document order. */
export function mutantsOf(machine: AnyStateMachine): readonly Mutant[] {
  const config = machine.config as unknown as Part;
  const targets = statesOf(machine).map(({ id }) => `#${id}`);
  const original = shape(machine);
  return sitesIn(config, []).flatMap((site, index) => {
    const transition = valueAt(config, site);
    const deleted = rebuilt(machine, replaced(config, site, undefined));
    const id = missing(original, shape(deleted));
    const mutant = (mutation: Mutation, changed: Part): Mutant => ({
      name: `${id}, ${mutation}`,
      transition: id,
      mutation,
      machine: rebuilt(machine, replaced(config, site, changed)),
    });
    return [
      { name: `${id}, deleted`, transition: id, mutation: 'deleted', machine: deleted },
      ...retargeted(machine, config, site, transition, targets, index, original).map((changed) =>
        mutant('retargeted', changed),
      ),
      ...('guard' in transition ? [mutant('unguarded', { ...transition, guard: undefined })] : []),
      ...('actions' in transition ? [mutant('without actions', { ...transition, actions: undefined })] : []),
    ];
  });
}

/** The chart with another configuration and the same implementations. */
export function rebuilt(machine: AnyStateMachine, config: Part): AnyStateMachine {
  return new StateMachine(config as never, machine.implementations as never) as unknown as AnyStateMachine;
}

/** The transition with another target: the first different state, counted from a position that varies by site. */
function retargeted(
  machine: AnyStateMachine,
  config: Part,
  site: Site,
  transition: Part,
  targets: readonly string[],
  index: number,
  original: readonly string[],
): Part[] {
  for (let step = 1; step <= targets.length; step += 1) {
    const target = targets[(index * 7 + step) % targets.length];
    const changed = { ...transition, target };
    if (shape(rebuilt(machine, replaced(config, site, changed))).join('\n') !== original.join('\n')) return [changed];
  }
  return [];
}

/** The ids of a chart's transitions, in document order. */
function shape(machine: AnyStateMachine): readonly string[] {
  return transitionsOf(machine).map(({ id }) => id);
}

/** The transition that is in one list and not in the other. */
function missing(all: readonly string[], left: readonly string[]): string {
  const rest = [...left];
  const gone = all.find((id) => {
    const place = rest.indexOf(id);
    if (place >= 0) rest.splice(place, 1);
    return place < 0;
  });
  if (gone === undefined) throw new Error('A deleted transition is still there.');
  return gone;
}

/** The positions of all transitions in a configuration. */
function sitesIn(config: Part, at: Site): Site[] {
  const tables = ['on', 'after'].flatMap((table) =>
    Object.keys((config[table] ?? {}) as Part).flatMap((key) => several(config, at, [table, key])),
  );
  const invokes = listOf(config['invoke']).flatMap((_, index) => {
    const place = Array.isArray(config['invoke']) ? ['invoke', index] : ['invoke'];
    return ['onDone', 'onError'].flatMap((key) => several(config, at, [...place, key]));
  });
  const own = ['always', 'onDone'].flatMap((key) => several(config, at, [key]));
  const below = Object.entries((config['states'] ?? {}) as Record<string, Part>).flatMap(([name, state]) =>
    sitesIn(state, [...at, 'states', name]),
  );
  return [...tables, ...invokes, ...own, ...below];
}

function several(config: Part, at: Site, place: Site): Site[] {
  const value = reach(config, place);
  if (value === undefined) return [];
  return Array.isArray(value) ? value.map((_, index) => [...at, ...place, index]) : [[...at, ...place]];
}

function listOf(value: unknown): readonly unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** The value at a position; undefined if there is none. */
export function reach(value: unknown, place: Site): unknown {
  return place.reduce<unknown>((part, key) => (part as Record<string | number, unknown> | undefined)?.[key], value);
}

/** The transition at a position, in its long form. */
function valueAt(config: Part, site: Site): Part {
  const value = reach(config, site);
  return typeof value === 'string' ? { target: value } : (value as Part);
}

/** The configuration with another value at a position; parts off that path are shared. Undefined removes it. */
export function replaced(value: unknown, [key, ...rest]: Site, changed: unknown): Part {
  if (key === undefined) throw new Error('A transition stands somewhere.');
  if (Array.isArray(value)) {
    const next = rest.length === 0 ? changed : replaced(value[Number(key)], rest, changed);
    return value.flatMap((item: unknown, index) =>
      index !== key ? [item] : next === undefined ? [] : [next],
    ) as unknown as Part;
  }
  const part = value as Part;
  const next = rest.length === 0 ? changed : replaced(part[key], rest, changed);
  const { [key]: _gone, ...others } = part;
  // A key keeps its position: the order of states is the document order.
  return next === undefined
    ? others
    : Object.fromEntries(Object.entries(part).map(([name, item]) => [name, name === key ? next : item]));
}
