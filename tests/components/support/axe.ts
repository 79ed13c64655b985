import axe from 'axe-core';

/** Contrast needs a drawn page: tests/components/theme-contrast.test.ts and the browser look at it. */
const rules = { 'color-contrast': { enabled: false } };

/** What axe finds in the content of the page, in words. The frame's two menus, of which a style hides one, are the browser tests'. */
export async function axeFindings(): Promise<readonly string[]> {
  const { violations } = await axe.run('main', { rules, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`));
}
