import axe from 'axe-core';
import { styleOf } from './style.ts';

/** Contrast needs a rendered page: tests/client/theme-contrast.test.ts and the browser check it. */
const rules = { 'color-contrast': { enabled: false } };

/**
 * What axe finds, in words; in the content of the page, or in the given element. The browser tests check the frame's
 * two menus, one of which a style hides.
 */
export async function axeFindings(where: axe.ElementContext = 'main'): Promise<readonly string[]> {
  const { getComputedStyle } = window;
  window.getComputedStyle = (element) => styleOf(element, true);
  try {
    const { violations } = await axe.run(where, { rules, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`));
  } finally {
    window.getComputedStyle = getComputedStyle;
  }
}
