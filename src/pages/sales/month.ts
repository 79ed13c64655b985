import type { components } from '#openapi/api.gen.d.ts';

export type SalesMonth = components['schemas']['SalesMonth'];

/** What the chart of months can show. */
export const MEASURES = ['bonusUsd', 'matchedUsd', 'totalUsd'] as const;
export type Measure = (typeof MEASURES)[number];

/** The measures that these months have: where no bonus is paid and none was, none is spoken of (D-31). */
export function measuresOf(months: readonly SalesMonth[]): readonly Measure[] {
  return months.some(({ bonusOn }) => bonusOn) ? MEASURES : MEASURES.filter((measure) => measure !== 'bonusUsd');
}

/** Whether a text is a month as addresses and the contract have it: `2026-10`. */
export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
}
