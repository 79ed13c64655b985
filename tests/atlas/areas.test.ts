import { expect, it } from 'vitest';
import { areas, isOfArea } from '#atlas/model/areas.ts';
import { flows } from '#walk/paths/flows.ts';
import { lifecycles } from '#walk/documents/lifecycles.ts';

it('every flow and lifecycle has exactly one area', () => {
  const charts = [...flows.map(({ machine }) => machine.id), ...lifecycles.map(({ id }) => `lifecycle-${id}`)];
  expect(areas.flatMap((area) => area.charts).toSorted()).toEqual(charts.toSorted());
});

it('a chart is found in its area', () => {
  expect(areas.filter((area) => isOfArea(area, 'lifecycle-stake')).map(({ name }) => name)).toEqual(['Stakes']);
});
