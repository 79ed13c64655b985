// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { mermaidOf } from '#machines/graph/mermaid.ts';
import { plantUmlOf } from '#machines/graph/plantuml.ts';
import { scxmlOf } from '#machines/graph/scxml.ts';
import { freshDocument } from '#walk/documents/documents.ts';
import { flows } from '#walk/paths/flows.ts';

const idOf = (path: string): string => path.replaceAll('.', '__');

describe.each(flows.map((cases) => ({ id: cases.machine.id, document: freshDocument(cases) })))(
  '$id',
  ({ id, document }) => {
    const { states, transitions } = document;
    const anywhere = transitions.filter(({ source }) => source === '(any)');
    const open = states.filter(({ path, kind }) => !path.includes('.') && kind !== 'final');

    it('can be read back from SCXML: nested states, every transition with event, guard and target', () => {
      const read = new DOMParser().parseFromString(scxmlOf(document), 'application/xml');
      expect(read.querySelector('parsererror')).toBeNull();
      expect(read.documentElement.getAttribute('name')).toBe(id);
      const nodes = [...read.querySelectorAll('state, final, parallel')];
      expect(nodes.map((node) => node.getAttribute('id')).toSorted()).toEqual(
        states.map(({ path }) => path).toSorted(),
      );
      for (const node of nodes) {
        const path = node.getAttribute('id') ?? '';
        const parent = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : null;
        expect(node.parentElement?.getAttribute('id') ?? null).toBe(parent);
      }
      const found = [...read.querySelectorAll('transition')].map(
        (node) =>
          `${node.parentElement?.getAttribute('id')} [${node.getAttribute('cond') ?? ''}] ${node.getAttribute('target') ?? ''}`,
      );
      const wanted = [
        ...transitions
          .filter(({ source }) => source !== '(any)')
          .map(({ source, guard, targets }) => `${source} [${guard ?? ''}] ${targets.join(' ')}`),
        ...open.flatMap(({ path }) =>
          anywhere.map(({ guard, targets }) => `${path} [${guard ?? ''}] ${targets.join(' ')}`),
        ),
      ];
      expect(found.toSorted()).toEqual(wanted.toSorted());
    });

    it('can be read back from Mermaid and PlantUML: every pair of states that a transition connects', () => {
      const pairs = transitions.flatMap(({ source, targets }) =>
        (source === '(any)' ? open.map(({ path }) => path) : [source]).flatMap((from) =>
          (targets.length === 0 ? [from] : targets).map((to) => `${idOf(from)} ${idOf(to)}`),
        ),
      );
      const joined = (text: string): string[] =>
        [...text.matchAll(/^\s*(\w+) --> (\w+) :/gm)].map(([, from, to]) => `${from} ${to}`);
      expect([...new Set(joined(mermaidOf(document)))].toSorted()).toEqual([...new Set(pairs)].toSorted());
      expect(joined(plantUmlOf(document)).toSorted()).toEqual(pairs.toSorted());
      const named = [...plantUmlOf(document).matchAll(/^\s*state ".*" as (\w+)/gm)].map(([, name]) => name);
      expect(named.toSorted()).toEqual(states.map(({ path }) => idOf(path)).toSorted());
    });
  },
);

it('special characters of XML are escaped', () => {
  expect(scxmlOf({ flow: 'a<b', states: [], transitions: [] })).toContain('name="a&lt;b"');
});
