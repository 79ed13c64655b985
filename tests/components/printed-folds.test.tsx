import { afterEach, describe, expect, it } from 'vitest';
import { openOnPaper } from '#src/ui/printed-folds.ts';

/** Closed and open parts of a page while it is printed, where the style sheet can't open them. */

/** A page with a closed part and an open one, and the events of the first. */
function page() {
  document.body.innerHTML = '<details id="closed"><summary>A</summary>a</details><details id="open" open></details>';
  openOnPaper();
  const [closed, open] = document.querySelectorAll('details');
  const told: boolean[] = [];
  closed?.addEventListener('toggle', () => told.push(closed.open));
  return { told, isOpen: () => [closed?.open, open?.open] };
}
const happens = (name: string) => window.dispatchEvent(new Event(name));
/** The events of opening and closing are told a moment later. */
const later = () => new Promise((resolve) => setTimeout(resolve, 10));

afterEach(() => document.body.replaceChildren());

describe('what is folded', () => {
  it('is open on paper, and closed again after it, as if nothing had happened', async () => {
    const { told, isOpen } = page();
    happens('beforeprint');
    expect(isOpen()).toEqual([true, true]);
    await later();
    happens('afterprint');
    expect(isOpen()).toEqual([false, true]);
    await later();
    expect(told).toEqual([]);
    document.querySelector('details')?.setAttribute('open', '');
    await later();
    expect(told).toEqual([true]);
  });
});
