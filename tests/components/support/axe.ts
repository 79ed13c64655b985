import axe from 'axe-core';

/** Contrast needs a drawn page: tests/components/theme-contrast.test.ts and the browser look at it. */
const rules = { 'color-contrast': { enabled: false } };

/**
 * What axe finds, in words; in the content of the page, or wherever it is asked to look. The frame's two menus, of which a style
 * hides one, are the browser tests'.
 */
export async function axeFindings(where: axe.ElementContext = 'main'): Promise<readonly string[]> {
  const { getComputedStyle } = window;
  window.getComputedStyle = styleOf;
  try {
    const { violations } = await axe.run(where, { rules, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`));
  } finally {
    window.getComputedStyle = getComputedStyle;
  }
}

/** Elements that are not shown by themselves. */
const UNSEEN = new Set(['HEAD', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE']);

/**
 * A style as axe needs it here: whether the element is shown. No style sheet is loaded in these tests, and the document's own
 * answer, which works out all properties of all ancestors each time, takes half of the time of a walk.
 */
function styleOf(element: Element): CSSStyleDeclaration {
  const own = element instanceof HTMLElement || element instanceof SVGElement ? element.style : null;
  const hidden = UNSEEN.has(element.tagName) || element.hasAttribute('hidden') || element.classList.contains('hidden');
  const known: Record<string, string> = {
    display: own?.display || (hidden ? 'none' : 'block'),
    visibility: visibilityOf(element),
    position: own?.position || 'static',
    overflow: own?.overflow || 'visible',
    opacity: own?.opacity || '1',
  };
  const getPropertyValue = (name: string): string => known[name] ?? own?.getPropertyValue(name) ?? '';
  return new Proxy({} as CSSStyleDeclaration, { get: (_, name) => (name === 'getPropertyValue' ? getPropertyValue : getPropertyValue(String(name))) });
}

/** Visibility is inherited. */
function visibilityOf(element: Element | null): string {
  for (let each = element; each instanceof HTMLElement || each instanceof SVGElement; each = each.parentElement) if (each.style.visibility !== '') return each.style.visibility;
  return 'visible';
}
