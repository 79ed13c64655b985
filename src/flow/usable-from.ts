import { FIGURES } from '#openapi/figures.ts';

const MS_PER_HOUR = 3_600_000;

/** When a member who withdraws only to saved addresses may use one that is new since `newSince`. */
export function usableFrom(newSince: string): string {
  return new Date(Date.parse(newSince) + FIGURES.newAddressHours * MS_PER_HOUR).toISOString();
}
