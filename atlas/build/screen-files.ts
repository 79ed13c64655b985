/** The screenshots that were taken of the states: a folder outside of git, from which builds copy them. */
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cultures, keyOf, type ChartModel } from '#atlas/model/model.ts';

export const sizes = { phone: { width: 390, height: 800 }, desktop: { width: 1280, height: 860 } } as const;
export type Size = keyof typeof sizes;

/** Where screenshots are kept, and the folder of the site that they are copied to. */
export const SCREENS = 'screens';

export function screensFolder(root: string): string {
  return join(root, '.atlas', SCREENS);
}

/** The file of a state's screenshot below the folder of screens. */
export function screenFile({ chart, state, culture, size }: { readonly chart: string; readonly state: string; readonly culture: string; readonly size: Size }): string {
  return join(chart, `${state}-${culture}-${size}.jpg`);
}

/** The screenshots of a chart's states that there are, by `state/culture/size`, relative to the site. */
export function screensOf(root: string, chart: Pick<ChartModel, 'id' | 'kind' | 'states'>): ChartModel['screens'] {
  const key = keyOf(chart);
  const folder = join(screensFolder(root), key);
  const there = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const all = chart.states.flatMap(({ path }) => cultures.flatMap((culture) => (Object.keys(sizes) as Size[]).map((size) => ({ path, culture, size }))));
  return Object.fromEntries(
    all.flatMap(({ path, culture, size }) => {
      const file = screenFile({ chart: key, state: path, culture, size });
      return there.has(file.slice(key.length + 1)) ? [[`${path}/${culture}/${size}`, `${SCREENS}/${file}`] as const] : [];
    }),
  );
}

/** Copies all screenshots into a site. */
export function copyScreens(root: string, site: string): void {
  const folder = screensFolder(root);
  if (existsSync(folder)) cpSync(folder, join(site, SCREENS), { recursive: true });
}
