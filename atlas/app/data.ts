import { use } from 'react';
import type { Thumb } from '#atlas/diagram/thumb.ts';
import type { AtlasFacts, AtlasIndex, ChartModel, ChartSummary, ChartVersions } from '#atlas/model/model.ts';

declare global {
  /** What the data scripts have registered, by name. */
  var atlasData: Readonly<Record<string, unknown>> | undefined;
}

let facts: Promise<AtlasFacts> | null = null;
let index: Promise<AtlasIndex> | null = null;

/** The facts that are known before any chart is loaded. */
export function useFacts(): AtlasFacts {
  return use((facts ??= readOnce<AtlasFacts>('data/facts.js', '(facts)')));
}

/** The index of all charts, available once all of them are made. */
export function useIndex(): AtlasIndex {
  return use((index ??= readOnce<AtlasIndex>('data/index.js', '(index)')));
}

async function readOnce<T>(file: string, name: string): Promise<T> {
  await runScript(file);
  const value = globalThis.atlasData?.[name];
  if (value === undefined) throw new Error(`${file} is not what it should be.`);
  return value as T;
}

const scripts = new Map<string, Promise<void>>();

/**
 * Runs a script of the folder once: `fetch` does not work on `file:` pages. One that could not be loaded is tried again
 * when it is needed next.
 */
export function runScript(file: string): Promise<void> {
  const known = scripts.get(file);
  if (known !== undefined) return known;
  const running = new Promise<void>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = `./${file}`;
    element.onload = () => resolve();
    element.onerror = () => {
      element.remove();
      scripts.delete(file);
      reject(new Error(`${file} is missing beside the page.`));
    };
    document.head.append(element);
  });
  scripts.set(file, running);
  return running;
}

const loaded = new Map<string, Promise<unknown>>();

function load(key: string): Promise<unknown> {
  const known = loaded.get(key) ?? runScript(`data/${key}.js`).then(() => globalThis.atlasData?.[key]);
  loaded.set(key, known);
  return known;
}

/** A chart, loaded when it is first shown. */
export function useChart(key: string): ChartModel {
  return use(load(key)) as ChartModel;
}

/** The versions of a chart, loaded when they are first compared. */
export function useVersions(key: string): ChartVersions {
  return use(load(`${key}.versions`)) as ChartVersions;
}

const ifThere = new Map<string, Promise<unknown>>();

/** What the overview shows; null if it can't be loaded, which does not affect the rest. */
function useIfThere(key: string): unknown {
  const known = ifThere.get(key) ?? load(key).catch(() => null);
  ifThere.set(key, known);
  return use(known);
}

/** A chart whose name comes from a URL; null if there is no such chart. */
export function useChartIfThere(key: string): ChartModel | null {
  return useIfThere(key) as ChartModel | null;
}

/** The small picture of a chart. */
export function useThumb(key: string): Thumb | null {
  return useIfThere(`${key}.thumb`) as Thumb | null;
}

/**
 * What the overview says about a chart until all charts are loaded. They are requested one by one, as they are made: a
 * browser requests six files of a server at once, and ready pictures would wait behind charts that are not ready.
 */
export function useSummary(key: string): ChartSummary | null {
  summaryInTurn(key);
  return useIfThere(`${key}.summary`) as ChartSummary | null;
}

let last: Promise<unknown> = Promise.resolve();

function summaryInTurn(key: string): void {
  const name = `${key}.summary`;
  if (ifThere.has(name)) return;
  last = last.then(() => load(name)).catch(() => null);
  ifThere.set(name, last);
}
