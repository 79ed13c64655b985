import { expect, it } from 'vitest';
import { placedIn } from '#atlas/build/placed.ts';
import { byArea } from '#atlas/model/areas.ts';
import { keyOf } from '#atlas/model/model.ts';
import { productAreas } from '#machines/chart/product-areas.ts';
import { flows } from '#walk/paths/flows.ts';
import { lifecycles } from '#walk/documents/lifecycles.ts';

it('every flow and lifecycle stands in the overview once, and no area is empty', () => {
  const areas = byArea(placedIn(process.cwd()));
  const charts = [...flows.map(({ machine }) => machine.id), ...lifecycles.map(({ id }) => `lifecycle-${id}`)];
  expect(areas.flatMap((area) => area.charts.map(keyOf)).toSorted()).toEqual(charts.toSorted());
  expect(areas.map(({ name }) => name)).toEqual(productAreas);
});

it('charts stand in their area by name, a lifecycle after the flow of its name', () => {
  const charts = [
    { id: 'withdrawal', kind: 'flow', area: 'Money' },
    { id: 'deposit', kind: 'lifecycle', area: 'Money' },
    { id: 'contact', kind: 'flow', area: 'Help' },
    { id: 'deposit', kind: 'flow', area: 'Money' },
  ] as const;
  expect(byArea(charts).map((area) => [area.name, ...area.charts.map(keyOf)])).toEqual([
    ['Money', 'deposit', 'lifecycle-deposit', 'withdrawal'],
    ['Help', 'contact'],
  ]);
});

it('of a folder where nothing is written down, no chart is known before it is read', () => {
  expect(placedIn('tests')).toEqual([]);
});
