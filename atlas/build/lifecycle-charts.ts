import { transitionKind } from '#atlas/diagram/kinds.ts';
import { cultures, type Situations, type Texts } from '#atlas/model/model.ts';
import { isWord, say } from '#atlas/words/words.ts';
import { chartOfLifecycle, type LifecycleChart } from '#walk/documents/lifecycle-chart.ts';
import { lifecycleDocument, type LifecycleDocument } from '#walk/documents/lifecycles.ts';
import type { AnyStateMachine } from 'xstate';
import type { BareChart } from './flow-charts.ts';

/** The chart of a record's lifecycle. */
export function lifecycleChart(machine: AnyStateMachine): BareChart {
  const document = lifecycleDocument(machine);
  const { states, transitions } = chartOfLifecycle(document);
  return {
    id: document.lifecycle,
    kind: 'lifecycle',
    area: document.area,
    purpose: purposeOf(document.lifecycle),
    host: null,
    starts: [],
    routes: [],
    requirements: [...new Set(states.flatMap(({ requirements }) => requirements))].map((id) => ({ id, paths: [] })),
    states: states.map((state) => ({
      ...state,
      titleText: null,
      says: statusSays(document, state.path),
      controls: [],
      messages: [],
      seen: null,
      seenRoute: null,
    })),
    transitions: transitions.map((transition) => ({
      ...transition,
      kind: transitionKind(transition, () => false),
      says: stepSays(document, transition.source, transition.trigger),
      samples: [],
      rule: null,
    })),
    paths: [],
    matrices: { fault: [], reload: [], back: [], doublePress: [] },
    calls: [],
    children: [],
    situations: situationsOf(states, transitions),
  };
}

/** What a lifecycle is about, which the atlas says itself. */
function purposeOf(id: string): Texts {
  const key = `lifecycle.${id}`;
  if (!isWord(key)) throw new Error(`${key} is in no catalogue of atlas/words.`);
  const [english = '', japanese = '', chinese = ''] = cultures.map((culture) => say(culture, key));
  return [english, japanese, chinese];
}

/** A record has no context besides its status. */
function situationsOf(states: LifecycleChart['states'], transitions: LifecycleChart['transitions']): Situations {
  const place = (status: string | undefined): number => states.findIndex(({ path }) => path === status);
  const labels = ['start', ...new Set(transitions.map(({ trigger }) => trigger))];
  const begin = states.flatMap(({ initial }, index) => (initial ? [[-1, index, 0] as const] : []));
  return {
    states: states.map((_, index) => index),
    labels,
    steps: [
      ...begin,
      ...transitions.map(
        ({ source, targets, trigger }) => [place(source), place(targets[0]), labels.indexOf(trigger)] as const,
      ),
    ],
  };
}

function statusSays({ statuses }: LifecycleDocument, status: string): string {
  return statuses.find((row) => row.status === status)?.description ?? '';
}

function stepSays({ statuses }: LifecycleDocument, status: string, event: string): string {
  return statuses.find((row) => row.status === status)?.steps.find((step) => step.event === event)?.description ?? '';
}
