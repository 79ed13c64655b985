/** Where the sheet puts what is beside a diagram below it (styles/narrow.css). */
const NARROW = '(max-width: 60rem)';

/** Whether what is beside a diagram on a desk stands below it. */
export function isNarrow(): boolean {
  return window.matchMedia(NARROW).matches;
}
