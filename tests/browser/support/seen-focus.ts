// Whether somebody sees which control has the focus (WCAG 2.4.7): it must have a mark that it has not without the
// focus.
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** The control that had the focus when this was asked last, and its marks by then. */
    lastFocused?: { readonly control: HTMLElement; readonly marks: string };
  }
}

/**
 * Asked after each press of Tab: the control that was left by it, in HTML, if nothing about it has changed with the
 * focus; else null. An outline or a shadow counts, of the control, of its label or of what they stand in, unless it has
 * no width or next to no colour.
 */
export function unseenFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    /** What is as transparent as this is not seen. */
    const FAINT = 0.15;
    /** A field's frame is drawn around it, and so is a choice's tile. */
    const AROUND = 3;
    /** How much of a control tells which it is. */
    const MOST_LETTERS = 160;

    const isFaint = (mark: string): boolean =>
      /\btransparent\b/.test(mark) || Number(/(?:\/|rgba\([^)]*,) ?([\d.]+)\)/.exec(mark)?.[1] ?? 1) < FAINT;
    const marksOf = (element: Element): readonly string[] => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, opacity } = getComputedStyle(element);
      if (Number(opacity) === 0) return [];
      const outlines =
        outlineStyle === 'none' || parseFloat(outlineWidth) < 1 ? [] : [`${outlineWidth} ${outlineColor}`];
      // Each shadow is a colour and its sizes, 0px where there is none.
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

    // As it is once no transition is under way.
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
    const { activeElement: focused } = document;
    const { lastFocused: last } = window;
    // Where the app itself has put the focus reading starts. In the list of an open choice one line is marked.
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
