import { productAreas, type ProductArea } from '#machines/chart/product-areas.ts';
import type { WordKey } from '#atlas/words/words.ts';
import type { PlacedChart } from './model.ts';

/** The charts of one area, in the order of the overview. */
export interface AreaOf<TChart extends PlacedChart> {
  readonly name: ProductArea;
  readonly charts: readonly TChart[];
}

/** What an area is called, and what it is about. */
export const areaWords: Readonly<Record<ProductArea, { readonly name: WordKey; readonly says: WordKey }>> = {
  Registration: { name: 'area.registration', says: 'area.registration.text' },
  'Sign-in and session': { name: 'area.session', says: 'area.session.text' },
  'Account safety': { name: 'area.safety', says: 'area.safety.text' },
  Money: { name: 'area.money', says: 'area.money.text' },
  Stakes: { name: 'area.stakes', says: 'area.stakes.text' },
  Help: { name: 'area.help', says: 'area.help.text' },
  'Shared steps': { name: 'area.shared', says: 'area.shared.text' },
};

/** Charts by their areas: by name, a record's lifecycle after the flow of its name. An area without one is left out. */
export function byArea<TChart extends PlacedChart>(charts: readonly TChart[]): readonly AreaOf<TChart>[] {
  const order = ({ id, kind }: TChart) => `${id} ${kind}`;
  return productAreas.flatMap((name) => {
    const own = charts.filter(({ area }) => area === name).toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
    return own.length === 0 ? [] : [{ name, charts: own }];
  });
}
