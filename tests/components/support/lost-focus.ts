// Whether an act removed or disabled the focused element and left the focus nowhere: with the keyboard the member would
// start at the top of the page again, and a screen reader would fall silent (WCAG 2.4.3). Every component test checks
// it.

/** The focused control, or the last one until it disappeared; null if the member gave the focus up. */
let held: Element | null = null;
/** The container of the app that it is in. */
let app: Element | null = null;
/** What was lost since the last check, in words. */
let lost: string[] = [];

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

function nameOf(element: Element): string {
  const name = element.getAttribute('aria-label') ?? (element.textContent.trim() || element.getAttribute('name'));
  return `${element.tagName.toLowerCase()} "${name ?? ''}"`;
}

/** Called before and after each act and each wait of a test: until then the focus may be restored. */
export function lookForFocus(): void {
  if (held === null) return;
  const isGone = !held.isConnected && isNowhere();
  // If the whole app has disappeared, as after a test or for a reload, nothing could have the focus. A part rendered by
  // itself has no keeper of the focus.
  const isPage = app?.isConnected === true && app.querySelector('main') !== null;
  if (isPage && (isGone || held.matches(':disabled')))
    lost.push(`${nameOf(held)} ${isGone ? 'went away' : 'was disabled'}, and the focus with it`);
  if (isGone) held = null;
}

const onFocus = ({ target }: Event): void => {
  held = target as Element;
  app = held.closest('body > *');
};
const onBlur = (): void => void (held = null);

/** Starts watching the page; the returned function stops it. */
export function watchFocus(): () => void {
  const heard = [
    ['focusin', onFocus],
    ['focusout', onBlur],
    ['pointerdown', lookForFocus],
    ['keydown', lookForFocus],
    ['click', lookForFocus],
  ] as const;
  for (const [event, listener] of heard) window.addEventListener(event, listener, true);
  return () => {
    for (const [event, listener] of heard) window.removeEventListener(event, listener, true);
  };
}

/** What was lost since the last call; nothing of it is left for the next test. */
export function lostFocus(): string[] {
  lookForFocus();
  const found = lost;
  [held, lost] = [null, []];
  return found;
}
