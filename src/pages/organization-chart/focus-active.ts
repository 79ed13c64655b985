import type { ChartModel } from './model.ts';
import { keyOf, type Item } from './order.ts';

/** The id of what has the focus for an item: its card in the drawing, or the link or button of its row in the table. */
export function idOf(item: Item): string {
  return `chart-${keyOf(item)}`;
}

/**
 * Moves the focus to the active item after the control that led there has disappeared; nothing happens if the member
 * has gone on to another control. The drawing brings the item to view itself.
 */
export function focusActive({ active }: ChartModel): void {
  if (active === null || document.activeElement?.matches('body, main, h1, h2') === false) return;
  const place = document.getElementById(idOf(active));
  place?.focus({ preventScroll: place instanceof SVGElement });
}
