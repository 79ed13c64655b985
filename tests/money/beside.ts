import { add, floorTo, subtract, type Amount } from '#money/amount.ts';
import { scaleOf, type Unit } from '#money/assets.ts';

/** Where a value is relative to a limit. */
export type Way = 'below' | 'at' | 'above';

/** The limit itself, or one unit of the last digit above or below it. */
export function beside(limit: Amount, unit: Unit, way: Way): Amount {
  const one = floorTo(`0.${'1'.padStart(scaleOf(unit), '0')}`, scaleOf(unit));
  return way === 'at' ? limit : way === 'below' ? subtract(limit, one) : add(limit, one);
}
