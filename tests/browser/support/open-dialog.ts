// What of an open dialog can't be seen or pressed in the window, in words.
import type { Page } from 'playwright-core';

/**
 * The dialog is in the window; what doesn't fit scrolls, and only downwards; no word is cut off; each button and field
 * can be scrolled to and pressed.
 */
export async function misfitsOfDialog(page: Page): Promise<readonly string[]> {
  // A sheet that is still rising is not yet where it belongs.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  return page.evaluate(() => {
    const slack = 1;
    const [dialog, ...others] = document.querySelectorAll<HTMLDialogElement>('dialog[open]');
    if (dialog === undefined || others.length > 0) return [`${others.length} other dialogs are open`];
    const found: string[] = [];
    const { clientWidth } = document.documentElement;
    const box = dialog.getBoundingClientRect();
    if (box.left < 0 || box.top < 0 || box.right > clientWidth || box.bottom > innerHeight)
      found.push(`it lies at ${[box.left, box.top, box.right, box.bottom].map(Math.round).join(' ')}`);
    if (document.documentElement.scrollWidth > clientWidth) found.push('the page scrolls sideways');

    const shown = [dialog, ...dialog.querySelectorAll<HTMLElement>('*')].filter(
      (each) => each.checkVisibility({ visibilityProperty: true }) && each.closest('svg') === null,
    );
    /** Text for screen readers only is a box of one pixel; a line with an ellipsis is cut off for everybody to see. */
    const isMeantSo = (each: HTMLElement) =>
      each.clientWidth <= 1 || (getComputedStyle(each).textOverflow === 'ellipsis' && each.title !== '');
    /** How far down the content of a box reaches that nothing in between scrolls to; text for screen readers aside. */
    const lowest = (around: HTMLElement): number =>
      Math.max(
        -Infinity,
        ...[...around.querySelectorAll<HTMLElement>('*')]
          .filter((each) => shown.includes(each) && each.clientWidth > 1 && scrollerOf(each, around) === around)
          .map((each) => each.getBoundingClientRect().bottom),
      );
    const scrollerOf = (each: HTMLElement, top: HTMLElement): HTMLElement => {
      for (let at = each.parentElement; at !== null && at !== top; at = at.parentElement)
        if (getComputedStyle(at).overflowY !== 'visible') return at;
      return top;
    };
    for (const each of shown) {
      const { overflowX, overflowY } = getComputedStyle(each);
      const name = `"${(each.innerText || each.getAttribute('name') || each.tagName).slice(0, 40)}"`;
      const isWide = each.scrollWidth > each.clientWidth + slack && each.clientWidth > 1;
      const isLong = each.clientHeight > 1 && lowest(each) > each.getBoundingClientRect().bottom + slack;
      const isField = each.matches('input, textarea');
      if (isWide && !isField && !isMeantSo(each)) found.push(`${name} is wider than its box`);
      if (isLong && !isField && ['hidden', 'clip'].includes(overflowY)) found.push(`${name} is cut off below`);
      if (each === dialog && isLong && overflowY === 'visible') found.push('it doesn’t scroll');
      if (each !== dialog && ['auto', 'scroll'].includes(overflowX) && isWide) found.push(`${name} scrolls sideways`);
      const { left, right, width } = each.getBoundingClientRect();
      if (width > 1 && (left < box.left - slack || right > box.right + slack))
        found.push(`${name} lies beside the dialog`);
    }

    const controls = shown.filter((each) => each.matches('button, a[href], input, select, textarea'));
    if (controls.length === 0) found.push('it has nothing to press');
    for (const each of controls) {
      each.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = each.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const isHit = hit !== null && (each.contains(hit) || hit.closest('label')?.contains(each));
      if (isHit !== true || !dialog.contains(hit))
        found.push(`"${each.innerText || each.getAttribute('name') || each.tagName}" can’t be pressed`);
    }
    dialog.scrollTop = 0;
    return [...new Set(found)];
  });
}
