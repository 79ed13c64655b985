import { paths } from '#src/paths.ts';

/** The page that explains the binary bonus of a month, for example `2026-10`. */
export function salesAddress(month: string): string {
  return `${paths.sales}?${new URLSearchParams({ month }).toString()}`;
}
