// What brings a member back to the row of a list that they left by. Its own file: it is wanted once a list is there.

/** Where a link was in the window when it was pressed. */
interface Left {
  readonly href: string | null;
  readonly top: number;
}

/** By the history's entry that was left. */
const left = new Map<string, Left>();

/** A second: as long as the rows may take to be drawn. */
const MOST_FRAMES = 60;
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

const linkTo = (href: string | null): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('#content a[href]')].find((link) => link.getAttribute('href') === href);

/**
 * Notes by which row the page is left, and brings a member who comes back to it to that row, as `usePages` asks;
 * returns a function that stops both.
 *
 * @param key the page's entry of the history
 */
export function followRows(key: string, isBack: boolean): () => void {
  const note = ({ target, button, ctrlKey, metaKey, shiftKey }: MouseEvent): void => {
    // What opens elsewhere leaves nothing.
    if (button !== 0 || ctrlKey || metaKey || shiftKey) return;
    const link = target instanceof Element ? target.closest('#content a[href]') : null;
    if (link !== null) left.set(key, { href: link.getAttribute('href'), top: link.getBoundingClientRect().top });
  };
  document.addEventListener('click', note, true);
  const place = isBack ? left.get(key) : undefined;
  const stop = place === undefined ? () => undefined : bringBack(place, () => left.delete(key));
  return () => {
    document.removeEventListener('click', note, true);
    stop();
  };
}

/**
 * Scrolls until the link is where it was, unless somebody scrolls; returns a function that stops it.
 *
 * @param done called once nobody is to be brought there again
 */
function bringBack({ href, top }: Left, done: () => void): () => void {
  let frame = 0;
  let frames = 0;
  let isFound = false;
  const stop = (): void => {
    cancelAnimationFrame(frame);
    BY_HAND.forEach((type) => removeEventListener(type, stop));
  };
  const look = (): void => {
    const link = linkTo(href);
    const off = link === undefined ? 0 : link.getBoundingClientRect().top - top;
    if (Math.abs(off) > 1) window.scrollBy(0, off);
    if (!isFound) link?.focus({ preventScroll: true });
    isFound ||= link !== undefined;
    if (isFound) done();
    frames += 1;
    if (frames < MOST_FRAMES) frame = requestAnimationFrame(look);
    else stop();
  };
  BY_HAND.forEach((type) => addEventListener(type, stop, { passive: true }));
  // After the page has begun at its top (use-route-focus.ts).
  frame = requestAnimationFrame(look);
  return stop;
}
