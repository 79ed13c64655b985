/** How many milliseconds a second has. */
export const MS_PER_SECOND = 1000;
