import { HOUR_MS } from '#machines/chart/durations.ts';
import { FIGURES } from '#openapi/figures.ts';

/** When a member who withdraws only to saved addresses may use one that is new since `newSince`. */
export function usableFrom(newSince: string): string {
  return new Date(Date.parse(newSince) + FIGURES.newAddressHours * HOUR_MS).toISOString();
}
