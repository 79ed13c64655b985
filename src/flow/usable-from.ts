import { FIGURES } from '#openapi/figures.ts';

const MS_PER_HOUR = 3_600_000;

/** When a saved address that is new since `newSince` may be withdrawn to by a member who withdraws only to saved ones. */
export function usableFrom(newSince: string): string {
  return new Date(Date.parse(newSince) + FIGURES.newAddressHours * MS_PER_HOUR).toISOString();
}
