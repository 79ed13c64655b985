import { useLayoutEffect, useRef, type RefObject } from 'react';

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Everything that can be pressed or typed into, and what is said about the network. */
const CONTROLS =
  'a[href], button, input, select, textarea, summary, [role="button"], [role="slider"], [data-covers="banner"]';
/** The distance to the edges of the screen and to controls. */
const GAP = 8;

function areaOver(box: Box, other: Box): number {
  const width = Math.min(box.right, other.right) - Math.max(box.left, other.left);
  const height = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/**
 * How far a box has to move down (up, if negative) to cover no control, as little as possible. If no such place is on
 * the screen, it moves to where it covers least.
 */
export function clearShift(box: Box, controls: readonly Box[], height: number): number {
  // The properties of a DOMRect are getters, so spreading it copies nothing.
  const { top: from, bottom, left, right } = box;
  const size = bottom - from;
  // A clear place begins where the box is, or directly above or below a control.
  const tops = [
    from,
    GAP,
    height - size - GAP,
    ...controls.flatMap(({ top, bottom }) => [top - size - GAP, bottom + GAP]),
  ];
  const shifts = tops
    .filter((top) => top === from || (top >= GAP && top + size + GAP <= height))
    .map((top) => top - from);
  const covered = (shift: number) =>
    controls.reduce(
      (sum, control) => sum + areaOver({ left, right, top: from + shift, bottom: bottom + shift }, control),
      0,
    );
  return shifts.toSorted((a, b) => covered(a) - covered(b) || Math.abs(a) - Math.abs(b))[0] ?? 0;
}

/**
 * The ref of an element that floats over the page: it avoids the page's controls, also while the page scrolls.
 * `content` is whatever changes its size.
 */
export function useClearPlace<TElement extends HTMLElement>(content: unknown): RefObject<TElement | null> {
  const floating = useRef<TElement>(null);
  useLayoutEffect(() => {
    const element = floating.current;
    if (element === null) return;
    const place = () => {
      element.style.transform = '';
      const own = element.getBoundingClientRect();
      if (own.height === 0) return;
      const controls = [...document.querySelectorAll<HTMLElement>(CONTROLS)]
        .filter((control) => !element.contains(control))
        .map((control) => control.getBoundingClientRect());
      const inSight = controls.filter(({ width, top, bottom }) => width > 0 && bottom > 0 && top < window.innerHeight);
      const shift = clearShift(own, inSight, window.innerHeight);
      if (shift !== 0) element.style.transform = `translateY(${shift}px)`;
    };
    place();
    // The page behind changes with what the message is about, and the message appears a moment after it was requested.
    const watched = 'ResizeObserver' in window ? new ResizeObserver(place) : null;
    watched?.observe(element);
    watched?.observe(document.body);
    window.addEventListener('scroll', place, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      watched?.disconnect();
      window.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
    };
  }, [content]);
  return floating;
}
