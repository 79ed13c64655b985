/** From this width down, the panel is below the diagram (styles/narrow.css). */
const NARROW = '(max-width: 60rem)';

/** Whether the panel is below the diagram instead of beside it. */
export function isNarrow(): boolean {
  return window.matchMedia(NARROW).matches;
}
