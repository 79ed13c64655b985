/** How many milliseconds a second has. */
export const MS_PER_SECOND = 1000;
/** How many milliseconds an hour has. */
export const HOUR_MS = 3_600 * MS_PER_SECOND;
/** How many seconds a day has. */
export const DAY_SECONDS = 86_400;
/** How many milliseconds a day has. */
export const DAY_MS = DAY_SECONDS * MS_PER_SECOND;
