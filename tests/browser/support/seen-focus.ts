// Whether a person can see which control has the focus (WCAG 2.4.7): it must have a mark that it lacks without the
// focus.
import type { Page } from 'playwright-core';

/** WCAG 1.4.11: of the ring, against what is on either side of it. */
const LEAST_CONTRAST = 3;

declare global {
  interface Window {
    /** The control that had the focus at the last call, and its marks then. */
    lastFocused?: { readonly control: HTMLElement; readonly marks: string };
  }
}

/**
 * Called after each press of Tab: returns the HTML of the control that was left, if nothing about it has changed with
 * the focus; otherwise null. An outline or a shadow counts, of the control, of its label or of their container, unless
 * it has no width or next to no color.
 */
export function unseenFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    /** Anything this transparent is invisible. */
    const FAINT = 0.15;
    /** The frame of a field is drawn around it, and so is the tile of a choice. */
    const AROUND = 3;
    /** How much of a control's HTML identifies it. */
    const MOST_LETTERS = 160;

    const isFaint = (mark: string): boolean =>
      /\btransparent\b/.test(mark) || Number(/(?:\/|rgba\([^)]*,) ?([\d.]+)\)/.exec(mark)?.[1] ?? 1) < FAINT;
    const marksOf = (element: Element): readonly string[] => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, opacity } = getComputedStyle(element);
      if (Number(opacity) === 0) return [];
      const outlines =
        outlineStyle === 'none' || parseFloat(outlineWidth) < 1 ? [] : [`${outlineWidth} ${outlineColor}`];
      // Each shadow is a color and its sizes, 0px if there is none.
      const shadows = boxShadow.split(/,(?![^(]*\))/).filter((shadow) => /[1-9][\d.]*px/.test(shadow));
      return [...outlines, ...shadows].filter((mark) => !isFaint(mark));
    };
    const marks = (control: HTMLElement): string => {
      const places: Element[] = [control, ...((control as HTMLInputElement).labels ?? [])];
      for (
        let around = control.parentElement;
        around !== null && places.length <= AROUND;
        around = around.parentElement
      )
        places.push(around);
      return JSON.stringify(places.map(marksOf));
    };

    // As it looks when no transition is running.
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
    const { activeElement: focused } = document;
    const { lastFocused: last } = window;
    // If the app itself has put the focus there, reading starts there. In the list of an open choice one line is
    // marked.
    const isControl =
      focused instanceof HTMLElement &&
      focused !== document.body &&
      focused.tabIndex >= 0 &&
      !(focused instanceof HTMLOptionElement);
    window.lastFocused = isControl ? { control: focused, marks: marks(focused) } : undefined;
    const isLeft = last !== undefined && last.control !== focused && last.control.isConnected;
    return isLeft && marks(last.control) === last.marks ? last.control.outerHTML.slice(0, MOST_LETTERS) : null;
  });
}

/**
 * The HTML of the focused control, if its ring is hard to see on what is really below it: colors that are beside each
 * other in the window, whatever their elements are in. Null if it has no ring of its own, or a clear one.
 */
export function faintRing(page: Page): Promise<string | null> {
  return page.evaluate((least) => {
    type Rgba = readonly [number, number, number, number];
    const { activeElement: focused } = document;
    if (!(focused instanceof HTMLElement)) return null;
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
    const { outlineStyle, outlineColor, outlineWidth, outlineOffset } = getComputedStyle(focused);
    const [width, offset] = [parseFloat(outlineWidth), parseFloat(outlineOffset)];
    const box = focused.getBoundingClientRect();
    if (outlineStyle === 'none' || width < 1 || box.width < 2 || !focused.matches(':focus-visible')) return null;

    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (canvas === null) throw new Error('There is no canvas.');
    const seen = (color: string): Rgba => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const over = (top: Rgba, below: Rgba): Rgba => {
      const mix = (place: 0 | 1 | 2) => top[place] * top[3] + below[place] * (1 - top[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const ground = (x: number, y: number): Rgba => {
      // What the control itself draws, such as a disc that stands out of it, may cross the ring in one place.
      const below = document.elementsFromPoint(x, y).filter((each) => each === focused || !focused.contains(each));
      const layers = below.map((each) => seen(getComputedStyle(each).backgroundColor));
      return layers.reduceRight<Rgba>((lower, top) => over(top, lower), [255, 255, 255, 1]);
    };
    const light = (color: Rgba): number => {
      const [red = 0, green = 0, blue = 0] = color
        .slice(0, 3)
        .map((each) => (each / 255 <= 0.04045 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: Rgba, other: Rgba): number =>
      (Math.max(light(one), light(other)) + 0.05) / (Math.min(light(one), light(other)) + 0.05);

    // At the middle of each edge, within the ring and around it: it is seen if it stands out from one of the two.
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const beside = [offset - 1, offset + width + 1];
    const edges = [
      beside.map((away) => [x, box.top - away] as const),
      beside.map((away) => [x, box.bottom + away] as const),
      beside.map((away) => [box.left - away, y] as const),
      beside.map((away) => [box.right + away, y] as const),
    ];
    const isInWindow = ([left, top]: readonly [number, number]) =>
      left >= 0 && top >= 0 && left < innerWidth && top < innerHeight;
    const ring = seen(outlineColor);
    const contrasts = edges
      .map((places) => places.filter(isInWindow))
      .filter((places) => places.length > 0)
      .map((places) =>
        Math.max(...places.map(([left, top]) => contrast(over(ring, ground(left, top)), ground(left, top)))),
      );
    const worst = Math.min(...contrasts);
    return worst < least ? `${worst.toFixed(2)}:1 of the ring of ${focused.outerHTML.slice(0, 160)}` : null;
  }, LEAST_CONTRAST);
}
