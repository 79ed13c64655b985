import { productAreas, type ProductArea } from '#machines/chart/product-areas.ts';
import type { PlacedChart } from './model.ts';

/** The charts of one area, in the order of the overview. */
export interface AreaOf<TChart extends PlacedChart> {
  readonly name: ProductArea;
  readonly says: string;
  readonly charts: readonly TChart[];
}

/** Charts by their areas: by name, a record's lifecycle after the flow of its name. An area without one is left out. */
export function byArea<TChart extends PlacedChart>(charts: readonly TChart[]): readonly AreaOf<TChart>[] {
  const order = ({ id, kind }: TChart) => `${id} ${kind}`;
  return productAreas.flatMap(({ name, says }) => {
    const own = charts.filter(({ area }) => area === name).toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
    return own.length === 0 ? [] : [{ name, says, charts: own }];
  });
}
