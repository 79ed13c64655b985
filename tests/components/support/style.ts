// How an element is displayed, instead of jsdom's own computation: jsdom computes all properties of all ancestors at
// every call, which takes half of the time of its callers (axe, every query by role). No style sheet is loaded in these
// tests.

/** Elements that are not displayed by default. */
const UNSEEN = new Set(['HEAD', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE']);

/**
 * A style as the tests need it: whether the element is displayed, according to a browser's default style sheet.
 * @param isPhone whether content for wider screens only is hidden, too.
 */
export function styleOf(element: Element, isPhone: boolean): CSSStyleDeclaration {
  const own = element instanceof HTMLElement || element instanceof SVGElement ? element.style : null;
  const hidden =
    UNSEEN.has(element.tagName) ||
    element.matches('[hidden], dialog:not([open])') ||
    (isPhone && element.classList.contains('hidden'));
  const known: Record<string, string> = {
    display: own?.display || (hidden ? 'none' : 'block'),
    visibility: visibilityOf(element),
    position: own?.position || 'static',
    overflow: own?.overflow || 'visible',
    opacity: own?.opacity || '1',
  };
  const getPropertyValue = (name: string): string => known[name] ?? own?.getPropertyValue(name) ?? '';
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, name) => (name === 'getPropertyValue' ? getPropertyValue : getPropertyValue(String(name))),
  });
}

/** Visibility is inherited. */
function visibilityOf(element: Element | null): string {
  for (let each = element; each instanceof HTMLElement || each instanceof SVGElement; each = each.parentElement)
    if (each.style.visibility !== '') return each.style.visibility;
  return 'visible';
}
