import { use } from 'react';
import type { Thumb } from '#atlas/diagram/thumb.ts';
import type { AtlasFacts, AtlasIndex, ChartModel, ChartSummary, ChartVersions } from '#atlas/model/model.ts';

declare global {
  /** What the data's scripts have handed over, by the name of each. */
  var atlasData: Readonly<Record<string, unknown>> | undefined;
}

let facts: Promise<AtlasFacts> | null = null;
let index: Promise<AtlasIndex> | null = null;

/** What is known before any chart is read. */
export function useFacts(): AtlasFacts {
  return use((facts ??= readOnce<AtlasFacts>('data/facts.js', '(facts)')));
}

/** What is known of all charts, which is there once all of them are made. */
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

/** Runs a script of the folder once: nothing can be fetched from a disk. */
export function runScript(file: string): Promise<void> {
  const known = scripts.get(file);
  if (known !== undefined) return known;
  const running = new Promise<void>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = `./${file}`;
    element.onload = () => resolve();
    element.onerror = () => reject(new Error(`${file} is missing beside the page.`));
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

/** A chart, read when it is first looked at. */
export function useChart(key: string): ChartModel {
  return use(load(key)) as ChartModel;
}

/** The versions of a chart, read when they are first compared. */
export function useVersions(key: string): ChartVersions {
  return use(load(`${key}.versions`)) as ChartVersions;
}

const ifThere = new Map<string, Promise<unknown>>();

/** What the overview shows; null if it can't be had, which keeps nobody from the rest. */
function useIfThere(key: string): unknown {
  const known = ifThere.get(key) ?? load(key).catch(() => null);
  ifThere.set(key, known);
  return use(known);
}

/** A chart whose name comes from an address; null if there is none of that name. */
export function useChartIfThere(key: string): ChartModel | null {
  return useIfThere(key) as ChartModel | null;
}

/** The small picture of a chart. */
export function useThumb(key: string): Thumb | null {
  return useIfThere(`${key}.thumb`) as Thumb | null;
}

/**
 * What the overview says of a chart, for as long as not all charts are read. They are asked for one after the other, as
 * they are made: a browser asks a server for six files at once, and pictures that are there would wait behind charts
 * that are not.
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
