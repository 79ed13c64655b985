// Whether an act took away or disabled what had the focus and left it nowhere: with the keyboard the member would begin
// at the top of the page again, and a screen reader falls silent (WCAG 2.4.3). Watched in every test of components,
// whatever it is about.

/** The control that has the focus, or had it until it went away; null if the member gave it up. */
let held: Element | null = null;
/** What holds the app that it is in. */
let app: Element | null = null;
/** Since this was asked last, in words. */
let lost: string[] = [];

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

function nameOf(element: Element): string {
  const name = element.getAttribute('aria-label') ?? (element.textContent.trim() || element.getAttribute('name'));
  return `${element.tagName.toLowerCase()} "${name ?? ''}"`;
}

/** Looked at before and after each act and each wait of a test: till then the focus may be found again. */
export function lookForFocus(): void {
  if (held === null) return;
  const isGone = !held.isConnected && isNowhere();
  // Where the whole app has gone, as after a test or to be loaded again, nothing could have the focus. A part shown
  // alone has no keeper.
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

/** Begins to watch the page; the result ends it. */
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

/** What was lost since this was asked last; nothing of it is left for the next test. */
export function lostFocus(): string[] {
  lookForFocus();
  const found = lost;
  [held, lost] = [null, []];
  return found;
}
