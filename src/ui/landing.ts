/** The heading of the part of the page that `place` is in, where reading goes on. */
function landingOf(place: Element | undefined): HTMLElement | null {
  return place?.closest('section, dialog, main')?.querySelector<HTMLElement>('h1, h2') ?? null;
}

/** Leads to `landing`, or to the page's heading or content where there is none; only where nothing has the focus. */
export function land(landing: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body && !activeElement.matches(':disabled')) return;
  const place =
    landing ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (place === null) return;
  // A heading takes no focus by itself.
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/**
 * Where the control that has the focus goes away or is disabled, whatever did it, the keyboard would begin at the top
 * of the page again, and a screen reader fall silent (WCAG 2.4.3): the focus goes to the heading of what was around it,
 * and waits for one where the page is not there yet. Nothing happens where something else takes the focus, or where the
 * member gave it up. The result ends it.
 */
export function keepFocus(): () => void {
  /**
   * The control and all that is around it, from the inside out; nothing where the member has pressed beside all
   * controls.
   */
  let held: Element[] = [];
  const isLost = (): boolean => held[0] !== undefined && (!held[0].isConnected || held[0].matches(':disabled'));
  const hold = (control: Element | null): void => {
    held = [];
    for (let part = control; part !== null; part = part.parentElement) held.push(part);
  };
  const note = ({ type, target }: Event): void => {
    if (type === 'focusin') hold(target as Element);
    // Safari gives no focus to what is clicked: it is where the member was all the same.
    else if (document.activeElement === document.body) hold((target as Element).closest('a, button'));
  };
  // Some browsers tell so of a control that is being taken away, too: afterwards it is known which it was.
  const forget = (): void =>
    queueMicrotask(() => {
      if (document.activeElement === document.body && !isLost()) held = [];
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
