import { describe, expect, it } from 'vitest';
import type { AnyCases, Node } from '#machines/graph/explore.ts';
import { messageKeyOf, messageOf } from '#machines/graph/matrices.ts';
import { longestTimer, sameSteps } from '#walk/browser/held.ts';
import { endOf } from '#walk/paths/ends.ts';
import { expand } from '#walk/paths/expand.ts';
import { flowOf, flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { cultures } from '#walk/paths/report.ts';
import { textOf } from '#walk/paths/texts.ts';
import { expectedAt } from '#walk/script/script.ts';
import { graphs } from '../support/acts.ts';

/** What a script says must be visible; that it is, the walks check on the page. */

const everyNode: readonly (readonly [AnyCases, Node])[] = flows.flatMap((cases) =>
  [...graphOf(cases).nodes.values()].map((node) => [cases, node] as const),
);

const titleOf = (cases: AnyCases, { state }: Node): string => `${cases.machine.id} ${state}`;

describe('the message that a script promises', () => {
  it('is there wherever the screen shows one, and nowhere else', () => {
    const differing = everyNode.filter(
      ([cases, node]) => (messageKeyOf(cases, node) === null) === node.tags.includes('error'),
    );
    expect(differing.map(([cases, node]) => titleOf(cases, node))).toEqual([]);
  });

  it('is a text of every language', () => {
    const keys = new Set(everyNode.flatMap(([cases, node]) => messageKeyOf(cases, node) ?? []));
    expect(keys.size).toBeGreaterThan(30);
    for (const culture of cultures)
      expect(
        [...keys].filter((key) => textOf(key, culture) === null),
        culture,
      ).toEqual([]);
  });

  it('is that the outcome is unknown, whichever problem is behind it', () => {
    const unknown = everyNode.filter(([, { state }]) => state.endsWith('outcomeUnknown'));
    expect(new Set(unknown.map(([, node]) => messageOf(node))).size).toBeGreaterThan(5);
    for (const [cases, { key }] of unknown)
      expect(expectedAt(graphOf(flowOf(cases.machine.id)), key, 'en-US').message).toBe(
        textOf('requests:unknown.what', 'en-US'),
      );
  });
});

describe('the page after a flow', () => {
  it('is known for every end, with a heading that every language has', () => {
    const ended = everyNode.filter(([, { status }]) => status === 'done');
    for (const [cases, node] of ended) {
      const { title = null, at = '' } = endOf(cases, node) ?? {};
      expect(at, titleOf(cases, node)).toMatch(/^\//);
      for (const culture of cultures)
        expect(title === null || textOf(title, culture) !== null, `${title} in ${culture}`).toBe(true);
    }
  });
});

describe('what the app does by itself', () => {
  it('is the same as the press that asks for it at once', () => {
    for (const cases of flows.filter(({ machine }) => JSON.stringify(machine.config).includes('outcomeUnknown'))) {
      const { id } = cases.machine;
      const asks = graphOf(cases).edges.filter(
        ({ from, step }) => step.kind === 'event' && step.event === 'RETRY' && (from ?? '').includes('outcomeUnknown'),
      );
      expect(asks.length, id).toBeGreaterThan(0);
      for (const edge of asks)
        expect(
          sameSteps({ flow: id, edge }).map(({ edge: { step } }) => step.kind),
          id,
        ).toContain('timer');
    }
  });

  it('is held for as long as the longest of the timers on the path', () => {
    const longest = (flow: string): number =>
      longestTimer(expand(pathsOf(flowOf(flow))[0] ?? { id: '', edges: [] }, graphs));
    expect(['sign-out', 'password-recovery', 'exchange', 'withdrawal'].map(longest)).toEqual([
      0, 5000, 30_000, 300_000,
    ]);
  });
});
