import { use } from 'react';
import type { Thumb } from '#atlas/diagram/thumb.ts';
import type { AtlasIndex, ChartModel, ChartVersions } from '#atlas/model/model.ts';

declare global {
  /** What the data's scripts have handed over, by the name of each. */
  var atlasData: Readonly<Record<string, unknown>> | undefined;
}

const INDEX = '(index)';

/** What is known of all charts; its script stands in the page. */
export function readIndex(): AtlasIndex {
  const index = globalThis.atlasData?.[INDEX];
  if (index === undefined) throw new Error('data/index.js is missing beside the page.');
  return index as AtlasIndex;
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

const thumbs = new Map<string, Promise<Thumb | null>>();

/** The small picture of a chart; null where it can't be had, which keeps nobody from the rest of the overview. */
export function useThumb(key: string): Thumb | null {
  const known = thumbs.get(key) ?? load(`${key}.thumb`).then((thumb) => thumb as Thumb, () => null);
  thumbs.set(key, known);
  return use(known);
}
