import { describe, expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { AnyCases } from '#machines/graph/explore.ts';
import { flows, graphOf } from '#walk/paths/flows.ts';
import { sentencesOfBack } from './specification-of-back.ts';
import { sentencesOfContext, lifetimes } from './specification-of-context.ts';
import { mistakes } from './specification-mistakes.ts';
import { sentencesOfConfirmation } from './specification-of-confirmation.ts';
import { sentencesOfEvents } from './specification-of-events.ts';
import { sentencesOfReading } from './specification-of-reading.ts';
import { sentencesOfReturn } from './specification-of-return.ts';
import { rests, sentencesOfTime, standsStill } from './specification-of-time.ts';
import { graphFor, mistaken } from './specification-planted.ts';
import { against, sentences, type Sentence } from './specification.ts';

const all: readonly Sentence[] = [
  ...sentences,
  ...sentencesOfConfirmation,
  ...sentencesOfEvents,
  ...sentencesOfContext,
  ...sentencesOfBack,
  ...sentencesOfReading,
  ...sentencesOfReturn,
  ...sentencesOfTime,
];

describe.each(all)('$source: $says', (sentence) => {
  it('is true in every flow', () => {
    const found = flows.flatMap((cases) =>
      against(sentence, graphFor(sentence, cases)).map((place) => `${cases.machine.id}: ${place}`),
    );
    expect(found).toEqual([]);
  });

  it('is violated by a chart with just that mistake', () => {
    const planted = mistakes[sentence.says];
    expect(planted, 'each sentence has a mistake that it finds').toBeDefined();
    if (planted === undefined) return;
    expect(against(sentence, mistaken(sentence, planted))).not.toEqual([]);
  });
});

describe('the sentences', () => {
  it('cover every external event', () => {
    const spokenOf = new Set(
      sentencesOfEvents.flatMap(({ event, flows: of }) => (of ?? []).map((flow) => `${flow}: ${event}`)),
    );
    expect(
      flows
        .flatMap(({ machine, world }) => world.map((event) => `${machine.id}: ${event}`))
        .filter((event) => !spokenOf.has(event)),
    ).toEqual([]);
  });

  it('say for every timer what is waited for, and how long', () => {
    const found = flows.flatMap((cases) =>
      [...graphOf(cases).nodes.values()].flatMap((node) => node.timers.map((delay) => ({ cases, node, delay }))),
    );
    const wrong = found.filter(({ cases: { machine }, node, delay }) => {
      const sentence = sentencesOfTime.find(
        (of) => of.delay === delay && (of.flows ?? [machine.id]).includes(machine.id),
      );
      const [least, most] = sentence?.lasts(node) ?? [NaN, NaN];
      const lasts = lastingIn(machine, delay, node.snapshot);
      return !(lasts >= least && lasts <= most);
    });
    expect([
      ...new Set(wrong.map(({ cases, node, delay }) => `${cases.machine.id}: ${node.state} and ${delay}`)),
    ]).toEqual([]);
  });

  it('say for every idle screen what it waits for, or why it stays unchanged', () => {
    const resting = flows.flatMap((cases) =>
      [...graphOf(cases).nodes.values()]
        .filter((node) => rests(node) && node.timers.length === 0)
        .map(({ meta }) => meta?.screen ?? ''),
    );
    expect([...new Set(resting)].filter((screen) => !standsStill.some(([screens]) => screens.test(screen)))).toEqual(
      [],
    );
    expect(standsStill.filter(([screens]) => !resting.some((screen) => screens.test(screen)))).toEqual([]);
  });

  it('say for every field when it is over, or that it never is', () => {
    const kept = new Set(
      flows.flatMap((cases) =>
        [...graphOf(cases).nodes.values()].flatMap(({ snapshot }) => Object.keys(snapshot.context as object)),
      ),
    );
    expect([...kept].toSorted()).toEqual(Object.keys(lifetimes).toSorted());
    const said = sentencesOfContext.map(({ says }) => says);
    expect(Object.values(lifetimes).filter((says) => says !== null && !said.includes(says))).toEqual([]);
  });
});

/** The milliseconds that a chart's timer runs in a situation. */
function lastingIn({ implementations }: AnyCases['machine'], delay: string, { context }: AnyMachineSnapshot): number {
  const lasts: unknown = implementations.delays[delay];
  return typeof lasts === 'function'
    ? (lasts as (args: { readonly context: unknown }) => number)({ context })
    : Number(lasts);
}
