// Whether a person can see which control has the focus (WCAG 2.4.7): it must have a mark that it lacks without the
// focus.
import type { Page } from 'playwright-core';

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
