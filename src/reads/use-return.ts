import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Where a link was in the window when it was pressed. */
interface Left {
  readonly href: string;
  readonly top: number;
}

/** By the history's entry that was left. */
const left = new Map<string, Left>();

/** A second: as long as the rows may take to be drawn. */
const MOST_FRAMES = 60;
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

const linkTo = (href: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('#content a[href]')].find((link) => link.getAttribute('href') === href);

/**
 * Who returns to a list by Back finds the row that they left by where it was, and the focus on it. By its link and not
 * by how far the page was scrolled: rows that are not near the window are drawn later, and may differ in height.
 */
export function useReturn(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    const note = ({ target }: MouseEvent): void => {
      const link = target instanceof Element ? target.closest('#content a[href]') : null;
      if (link !== null)
        left.set(key, { href: link.getAttribute('href') ?? '', top: link.getBoundingClientRect().top });
    };
    document.addEventListener('click', note, true);
    return () => document.removeEventListener('click', note, true);
  }, [key]);
  const leftBy = useEffectEvent(() => (type === 'POP' ? left.get(key) : undefined));
  useEffect(() => {
    const place = leftBy();
    return place === undefined ? undefined : bringBack(place);
  }, []);
}

/** Scrolls until the link is where it was, unless somebody scrolls; returns a function that stops it. */
function bringBack({ href, top }: Left): () => void {
  let frame = 0;
  let frames = 0;
  let isFound = false;
  const stop = (): void => {
    cancelAnimationFrame(frame);
    BY_HAND.forEach((type) => removeEventListener(type, stop));
  };
  const look = (): void => {
    const link = linkTo(href);
    const off = link === undefined ? null : link.getBoundingClientRect().top - top;
    if (off !== null && Math.abs(off) > 1) window.scrollBy(0, off);
    if (off !== null && !isFound) link?.focus({ preventScroll: true });
    isFound ||= off !== null;
    frames += 1;
    if (frames < MOST_FRAMES) frame = requestAnimationFrame(look);
    else stop();
  };
  BY_HAND.forEach((type) => addEventListener(type, stop, { passive: true }));
  // After the page has begun at its top (use-route-focus.ts).
  frame = requestAnimationFrame(look);
  return stop;
}
