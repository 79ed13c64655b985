import { versionOf, type FlowVersion } from '#machines/graph/compare.ts';
import type { DocumentedState } from '#machines/graph/document.ts';
import type { Transition } from '#machines/graph/internals.ts';
import type { LifecycleDocument } from './lifecycles.ts';

/** A lifecycle in the form of a documented flow, so that it is drawn and compared in the same way. */
export interface LifecycleChart {
  readonly states: readonly DocumentedState[];
  readonly transitions: readonly Transition[];
}

/** The chart of a lifecycle. */
export function chartOfLifecycle({ initial, statuses }: LifecycleDocument): LifecycleChart {
  const states = statuses.map(({ status, final, requirements }): DocumentedState => ({
    path: status,
    kind: final ? 'final' : 'atomic',
    initial: status === initial,
    tags: [],
    route: null,
    screen: null,
    title: null,
    calls: [],
    onReload: null,
    lostAnswer: null,
    requirements,
    entry: [],
    exit: [],
  }));
  const transitions = statuses.flatMap(({ status, steps }) =>
    steps.flatMap(({ event, to }): Transition[] =>
      to === null
        ? []
        : [
            {
              id: `${status} · ${event} → ${to}`,
              source: status,
              trigger: event,
              guard: null,
              targets: [to],
              actions: [],
            },
          ],
    ),
  );
  return { states, transitions };
}

/** A lifecycle, ready to compare; the meanings of its statuses and steps are its texts. */
export function versionOfLifecycle(document: LifecycleDocument): FlowVersion {
  const meanings = document.statuses.flatMap(({ status, description, steps }) => [
    [status, description] as const,
    ...steps.flatMap(({ event, to, description: happens }) =>
      to === null ? [] : [[`${status} · ${event}`, happens] as const],
    ),
  ]);
  return versionOf({ ...chartOfLifecycle(document), paths: [], golden: [] }, Object.fromEntries(meanings));
}
