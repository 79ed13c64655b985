/** How many milliseconds a second has. */
export const MS_PER_SECOND = 1000;
/** How many milliseconds an hour has. */
export const HOUR_MS = 3_600 * MS_PER_SECOND;
/** How many seconds a day has. */
export const DAY_SECONDS = 86_400;
/** How many milliseconds a day has. */
export const DAY_MS = DAY_SECONDS * MS_PER_SECOND;

/** How many hours a day has. */
const DAY_HOURS = 24;
/** Below as many days, a span is said in hours, as everywhere (`src/i18n/spans.ts`): "24 hours". */
const FEWEST = 2;

/** How many days some hours are, for texts; null if hours say it better: they are no whole days, or only one. */
export function wholeDaysOf(hours: number): number | null {
  const days = hours / DAY_HOURS;
  return Number.isInteger(days) && days >= FEWEST ? days : null;
}
