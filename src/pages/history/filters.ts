import type { components } from '#openapi/api.gen.d.ts';
import { isAsset, type Asset } from '#money/assets.ts';

export type RecordStatus = components['schemas']['RecordStatus'];

/** The filter of a history, as in the contract's query: days are in UTC, and undefined means all. */
export interface HistoryFilter {
  readonly from?: string;
  readonly to?: string;
  readonly status?: RecordStatus;
  readonly asset?: Asset;
}

/** Whether a text is a day that exists: `2026-02-30` is not. */
export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
    new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
  );
}

/**
 * The filter in a URL; invalid values are dropped, since nobody can correct them. `statuses` are those that the list
 * has.
 */
export function filterOf(search: URLSearchParams, statuses: readonly RecordStatus[]): HistoryFilter {
  const [from, to, status, asset] = ['from', 'to', 'status', 'asset'].map((name) => search.get(name) ?? '') as [
    string,
    string,
    string,
    string,
  ];
  const known = statuses.find((each) => each === status);
  const isBackwards = isDay(from) && isDay(to) && to < from;
  return {
    ...(isDay(from) && !isBackwards ? { from } : {}),
    ...(isDay(to) && !isBackwards ? { to } : {}),
    ...(known === undefined ? {} : { status: known }),
    ...(isAsset(asset) ? { asset } : {}),
  };
}
