import type { components } from '#openapi/api.gen.d.ts';

export type SalesMonth = components['schemas']['SalesMonth'];

/** The measures that the chart of months can show. */
const MEASURES = ['bonusUsd', 'matchedUsd', 'totalUsd'] as const;
export type Measure = (typeof MEASURES)[number];

/** The measures that these months have a figure for: a bonus is not mentioned if none is or was paid (D-31). */
export function measuresOf(months: readonly SalesMonth[]): readonly Measure[] {
  const paysBonus = months.some(({ bonusOn }) => bonusOn);
  return MEASURES.filter(
    (measure) => (measure !== 'bonusUsd' || paysBonus) && months.some((month) => figureOf(month, measure) !== null),
  );
}

/**
 * The figure of a month in USD; null if there is none yet. Both sides are matched once the month is over, and nothing
 * is projected (D-31), so a running month has sales but no matched sales and no bonus.
 */
export function figureOf(month: SalesMonth, measure: Measure): string | null {
  return month.state === 'open' && measure !== 'totalUsd' ? null : month[measure];
}

/**
 * The status of a month, as in `standing` and `standingText` of the catalogue: a month that is over may wait to be
 * calculated or to be paid.
 */
export function standingOf(
  { month, state, outcome }: SalesMonth,
  now: number,
): 'running' | 'over' | 'calculated' | Exclude<SalesMonth['outcome'], 'running'> {
  if (state === 'calculated') return 'calculated';
  if (outcome !== 'running') return outcome;
  return month < new Date(now).toISOString().slice(0, month.length) ? 'over' : 'running';
}

/** Whether a text is a month as in URLs and the contract: `2026-10`. */
export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
}
