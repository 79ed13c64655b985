import type { components } from '#openapi/api.gen.d.ts';
import { isAsset, type Asset } from '#money/assets.ts';
import { deviceZone } from '#src/i18n/device-zone.ts';

export type RecordStatus = components['schemas']['RecordStatus'];

/** The filter of a history, as in the contract's query: days are those of this device, and undefined means all. */
export interface HistoryFilter {
  readonly from?: string;
  readonly to?: string;
  readonly status?: RecordStatus;
  readonly asset?: Asset;
  readonly search?: string;
}

/** A filter without anything set, as its form has it. */
export const NOTHING = { from: '', to: '', status: '', asset: '' };

/** What the filter of a history has set, without what is searched for. */
export function ownOf({ search: _search, ...own }: HistoryFilter): Omit<HistoryFilter, 'search'> {
  return own;
}

/** The longest text that the contract lets a member search for. */
export const MOST_SEARCHED = 100;

/** Whether a text is a day that exists and that the contract allows: `2026-02-30` is not. */
export function isDay(text: string): boolean {
  return (
    /^2\d{3}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
    new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
  );
}

/**
 * The filter in a URL; invalid values are dropped, since nobody can correct them. `statuses` are those that the list
 * has.
 */
export function filterOf(search: URLSearchParams, statuses: readonly RecordStatus[]): HistoryFilter {
  const [from = '', to = '', status, asset = '', typed = ''] = ['from', 'to', 'status', 'asset', 'search'].map(
    (name) => search.get(name) ?? '',
  );
  const searched = typed.trim().slice(0, MOST_SEARCHED);
  const known = statuses.find((each) => each === status);
  const isBackwards = isDay(from) && isDay(to) && to < from;
  return {
    ...(isDay(from) && !isBackwards ? { from } : {}),
    ...(isDay(to) && !isBackwards ? { to } : {}),
    ...(known === undefined ? {} : { status: known }),
    ...(isAsset(asset) ? { asset } : {}),
    ...(searched === '' ? {} : { search: searched }),
  };
}

/** The zone whose days a member means, as a query; empty if there is none to be named. */
export function ownZone(): { readonly timeZone?: string } {
  const timeZone = deviceZone();
  return timeZone === undefined ? {} : { timeZone };
}
