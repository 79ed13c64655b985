/** The heading of the part of the page that `place` is in, from where reading continues. */
function landingOf(place: Element | undefined): HTMLElement | null {
  return place?.closest('section, dialog, main')?.querySelector<HTMLElement>('h1, h2') ?? null;
}

/**
 * Whether nothing has the focus. Safari on Apple's systems does not focus a pressed button: the page's content, which
 * is around it and can be focused, has the focus then.
 */
export const isUnfocused = (): boolean => document.activeElement?.matches('body, main, :disabled') !== false;

/**
 * Moves the focus to `landing`, or to the page's heading or content if there is none; only if nothing has the focus.
 */
export function land(landing: HTMLElement | null): void {
  if (isUnfocused()) begin(landing);
}

/** The same, wherever the focus was. */
export function begin(landing: HTMLElement | null): void {
  const place =
    landing ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (place === null) return;
  // A heading is not focusable by default.
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/**
 * If the focused control disappears or is disabled, for whatever reason, the keyboard would start at the top of the
 * page again, and a screen reader would fall silent (WCAG 2.4.3). Instead, the focus moves to the heading of the part
 * around it, and waits for a heading if the page is not there yet. Nothing happens if something else takes the focus,
 * or if the member gave it up. The returned function stops it.
 */
export function keepFocus(): () => void {
  /** The control and everything around it, innermost first; empty if the member has pressed outside all controls. */
  let held: Element[] = [];
  const isLost = (): boolean => held[0] !== undefined && (!held[0].isConnected || held[0].matches(':disabled'));
  const hold = (control: Element | null): void => {
    held = [];
    for (let part = control; part !== null; part = part.parentElement) held.push(part);
  };
  const note = ({ type, target }: Event): void => {
    if (type === 'focusin') hold(target as Element);
    // Safari does not focus what is clicked, but the member was there all the same.
    else if (isUnfocused()) hold((target as Element).closest('a, button'));
  };
  // Some browsers fire this for a control that is being removed, too; afterwards it is known which of the two it was.
  const forget = (): void =>
    queueMicrotask(() => {
      if (isUnfocused() && !isLost()) held = [];
    });
  // By then the focus is where the change itself has put it.
  const observer = new MutationObserver(() => {
    if (isLost()) land(landingOf(held.find((part) => part.isConnected)));
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', note);
  document.addEventListener('click', note, true);
  document.addEventListener('focusout', forget);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', note);
    document.removeEventListener('click', note, true);
    document.removeEventListener('focusout', forget);
  };
}
