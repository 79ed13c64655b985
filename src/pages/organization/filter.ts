/** What is looked for in the member's own organization; nothing stands for all. */
export interface DownLineFilter {
  readonly search?: string;
  readonly level?: number;
}

export const LONGEST_SEARCH = 64;
const DEEPEST = 100_000;

/** A level below the member's own seat, as it was typed; null if it is not one. */
export function levelOfText(text: string): number | null {
  const level = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return level >= 1 && level <= DEEPEST ? level : null;
}

/** The filter that an address holds; what makes no sense there is left out, since nobody can correct it. */
export function filterOf(address: URLSearchParams): DownLineFilter {
  const search = (address.get('search') ?? '').trim();
  const level = levelOfText(address.get('level') ?? '');
  return {
    ...(search === '' || search.length > LONGEST_SEARCH ? {} : { search }),
    ...(level === null ? {} : { level }),
  };
}
