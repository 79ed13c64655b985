import { paths } from '#src/paths.ts';

/** How the binary bonus of a month was calculated; the month is `2026-10`. */
export function salesAddress(month: string): string {
  return `${paths.sales}?${new URLSearchParams({ month }).toString()}`;
}
