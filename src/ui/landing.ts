/**
 * Where the focus goes after an act whose control goes away with it: the heading of the part of the page that the control is in,
 * which is in sight, and where a screen reader goes on. Found before the act, since the control may be gone after it.
 */
export function landingOf(control: Element | null): HTMLElement | null {
  return control?.closest('section, main')?.querySelector<HTMLElement>('h1, h2') ?? null;
}

/** Leads to `landing`, or to the page's heading where that is gone; only where the focus was lost. */
export function land(landing: HTMLElement | null): void {
  const focused = document.activeElement;
  if (focused !== null && focused !== document.body) return;
  goTo(landing?.isConnected === true ? landing : document.querySelector<HTMLElement>('main h1'));
}

/** Leads to a heading, which takes no focus by itself. */
export function goTo(heading: HTMLElement | null): void {
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
