import { grouped } from '#money/shown.ts';

/** The filter of the member's own organization; undefined means all. */
export interface DownLineFilter {
  readonly search?: string;
  readonly level?: number;
}

export const LONGEST_SEARCH = 64;
const DEEPEST = 100_000;
/** As the form names it. */
export const DEEPEST_SHOWN = grouped(String(DEEPEST));

/** A level below the member's own seat, as typed, in digits of any width; null if it is not a level. */
export function levelOfText(text: string): number | null {
  const digits = text.normalize('NFKC');
  const level = /^\d{1,6}$/.test(digits) ? Number(digits) : 0;
  return level >= 1 && level <= DEEPEST ? level : null;
}

/** The filter in a URL; invalid values are dropped, since nobody can correct them. */
export function filterOf(address: URLSearchParams): DownLineFilter {
  const search = (address.get('search') ?? '').trim();
  const level = levelOfText(address.get('level') ?? '');
  return {
    ...(search === '' || search.length > LONGEST_SEARCH ? {} : { search }),
    ...(level === null ? {} : { level }),
  };
}
