// What a page says to the eye, at two widths of its window: a style that hides a figure on a phone leaves it in the
// document, where every other look at the page still finds it.
import type { Page } from 'playwright-core';

/** What is seen at one width only. */
export interface OneSided {
  readonly words: string;
  /** The width at which it is seen. */
  readonly at: number;
  /** The place of `BY_DESIGN` that it is in; null if all should be seen at every width. */
  readonly byDesign: string | null;
}

/** Places of pages that say the same in other words on a phone, each with how. */
export const BY_DESIGN: Readonly<Record<string, string>> = {
  '[data-beside]':
    'What there is to know about a form: its steps say the same where it counts, and a phone has no room.',
  'nav:has([aria-current="step"])': 'The steps of a flow: a phone names the present one, and how many there are.',
  '.tool, .spans-table, [role="toolbar"] > button':
    'A tool of a list or a chart: a phone shows its picture, and its name is said.',
  '[data-beside-name]':
    'What a member of the list has beside their name: a phone shows the side below the level, and the rest on their page.',
};

/** The same of the steps of flows, which have no page of their own. */
const BY_DESIGN_OF_STEPS: Readonly<Record<string, string>> = {
  '.submit-sum':
    'What a press decides, in words that the screen has too: a phone says it above the button, which lies over them.',
};

interface Shown {
  readonly words: string;
  readonly node: Node;
}

/** Whether an element can be seen in all of these boxes, be it after scrolling. */
type Sees = (element: Element, boxes: readonly DOMRect[]) => boolean;

type Prepared = Window & { perchSight: () => Sees; perchShown: () => readonly Shown[]; perchBefore: readonly Shown[] };

/**
 * What the page shows at one of the two widths and not at the other; it is left at the first. The page stays loaded, so
 * what differs is the work of its styles, or of what it draws for its width.
 */
export async function seenAtOneWidth(
  page: Page,
  [first, other]: readonly [number, number],
  places: readonly string[] = [],
): Promise<OneSided[]> {
  const size = page.viewportSize();
  if (size === null) throw new Error('The page has no size.');
  const { before, after } = await changedBy(page, () => page.setViewportSize({ ...size, width: other }), ...places);
  await page.setViewportSize({ ...size, width: first });
  return [...before.map((each) => ({ ...each, at: first })), ...after.map((each) => ({ ...each, at: other }))];
}

/** Controls, which paper does without. */
const CONTROLS = 'form, nav, dialog, summary, .btn';

/** The figures that a page shows on the screen and not on paper, in sentences. */
export async function missingOnPaper(page: Page): Promise<string[]> {
  const { before } = await changedBy(page, () => page.emulateMedia({ media: 'print' }), CONTROLS);
  await page.emulateMedia({ media: null });
  const figures = before.filter(({ words, byDesign }) => byDesign === null && /\d/.test(words));
  return figures.map(({ words }) => `"${words}" is not on paper`);
}

/** What a page no longer shows after a change of how it is looked at, and what it shows since. */
async function changedBy(
  page: Page,
  change: () => Promise<void>,
  ...places: readonly string[]
): Promise<Awaited<ReturnType<typeof compare>>> {
  if (!(await page.evaluate(() => 'perchShown' in window))) {
    await page.evaluate(addSight);
    await page.evaluate(addShown);
  }
  // A message that passes stays as long as its window is not looked at, so that it is not gone after the change.
  await page.evaluate(() => void window.dispatchEvent(new Event('blur')));
  await page.evaluate(settle);
  await page.evaluate(
    () => void ((window as unknown as Prepared).perchBefore = (window as unknown as Prepared).perchShown()),
  );
  await change();
  await page.evaluate(settle);
  const found = await page.evaluate(compare, [...Object.keys(BY_DESIGN), ...places]);
  await page.evaluate(() => void window.dispatchEvent(new Event('focus')));
  return found;
}

/** The same of a step of a flow in words, without what is so by design. */
export async function hiddenAtOneWidth(page: Page, widths: readonly [number, number]): Promise<string[]> {
  const found = (await seenAtOneWidth(page, widths, Object.keys(BY_DESIGN_OF_STEPS))).filter(
    ({ byDesign }) => byDesign === null,
  );
  return found.map(
    ({ words, at }) => `"${words}" is seen at ${at} px, and not at ${widths.find((each) => each !== at)}`,
  );
}

/** Until the page is drawn for its width, and no color is still in transition. */
async function settle(): Promise<void> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
}

/**
 * Gives the page a way to look, which reads each element's style once. What it can't work out, as a mask, counts as
 * hidden: only a difference between two widths is reported.
 */
function addSight(): void {
  const LEAST_PART = 0.95;
  const FAINT = 0.1;
  const TOO_CLOSE = 24;
  const pixel = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
    willReadFrequently: true,
  });
  const known = new Map<string, readonly number[]>();
  /** A color of any space as red, green, blue and its opacity, each up to 255. */
  const rgba = (color: string): readonly number[] => {
    let found = known.get(color);
    if (found === undefined && pixel !== null) {
      pixel.clearRect(0, 0, 1, 1);
      pixel.fillStyle = color;
      pixel.fillRect(0, 0, 1, 1);
      known.set(color, (found = [...pixel.getImageData(0, 0, 1, 1).data]));
    }
    return found ?? [];
  };
  const isSolid = (color: string): boolean => (rgba(color)[3] ?? 0) > FAINT * 255;
  const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
  /** What of a length a box lets through; one that scrolls shows all of it in turn. */
  const part = (from: number, to: number, [start, end]: readonly [number, number], overflow: string): number => {
    if (overflow === 'visible' || to <= from) return 1;
    if (scrolls(overflow)) return end - start > 1 ? 1 : 0;
    return Math.max(0, Math.min(to, end) - Math.max(from, start)) / (to - from);
  };
  (window as unknown as Prepared).perchSight = () => {
    const styles = new Map<Element, { style: CSSStyleDeclaration; box: DOMRect; hides: boolean }>();
    const styleOf = (element: Element) => {
      let found = styles.get(element);
      if (found === undefined) {
        const style = getComputedStyle(element);
        const isPinhole = style.clip !== 'auto' && style.position === 'absolute';
        const hides = style.clipPath !== 'none' || style.maskImage !== 'none' || isPinhole;
        found = { style, box: element.getBoundingClientRect(), hides: hides || /opacity|blur/.test(style.filter) };
        styles.set(element, found);
      }
      return found;
    };
    const around = (element: Element): Element[] =>
      element.parentElement === null ? [element] : [element, ...around(element.parentElement)];
    /** Whether the words have the color of what is behind them; a picture there is taken for another color. */
    const isInvisibleInk = (element: Element): boolean => {
      const ink = rgba(styleOf(element).style.webkitTextFillColor);
      const behind = around(element).find((each) => {
        const { backgroundColor, backgroundImage } = styleOf(each).style;
        return backgroundImage !== 'none' || isSolid(backgroundColor);
      });
      if (behind === undefined || styleOf(behind).style.backgroundImage !== 'none') return false;
      const paper = rgba(styleOf(behind).style.backgroundColor);
      return [0, 1, 2].every((index) => Math.abs((ink[index] ?? 0) - (paper[index] ?? 0)) < TOO_CLOSE);
    };
    const isInSight = (box: DOMRect, within: readonly Element[]): boolean => {
      let { left, right, top, bottom } = box;
      let shown = 1;
      for (const each of within) {
        const { style, box: edge } = styleOf(each);
        if (style.display === 'inline' || each === document.body || each === document.documentElement) continue;
        shown *= part(left, right, [edge.left, edge.right], style.overflowX);
        shown *= part(top, bottom, [edge.top, edge.bottom], style.overflowY);
        // What scrolls brings its contents to where it is itself.
        if (scrolls(style.overflowX)) ({ left, right } = edge);
        if (scrolls(style.overflowY)) ({ top, bottom } = edge);
      }
      const isOnPage = right + scrollX > 0 && bottom + scrollY > 0 && left + scrollX < innerWidth;
      return isOnPage && shown >= LEAST_PART;
    };
    return (element, boxes) => {
      if (boxes.length === 0 || !element.checkVisibility({ visibilityProperty: true })) return false;
      const within = around(element);
      const opacity = within.reduce((rest, each) => rest * Number(styleOf(each).style.opacity), 1);
      return (
        opacity > FAINT &&
        !within.some((each) => styleOf(each).hides) &&
        isSolid(styleOf(element).style.webkitTextFillColor) &&
        !isInvisibleInk(element) &&
        boxes.every((box) => isInSight(box, within))
      );
    };
  };
}

/** Gives the page a list of what it shows: its texts, what its fields hold, its pictures and signs by their names. */
function addShown(): void {
  const SILENT = 'script, style, noscript, template';
  /** The frame around the pages, which a phone has at its edges and a desk at its side. */
  const FRAME = 'nav, aside, header, footer';
  const PAGE = 'main, dialog, [role="dialog"]';
  const NAMED = 'img[alt], [role="img"][aria-label], :is(button, a, summary, [role="button"])[aria-label]';
  const FIELDS = 'input:not([type="hidden"]), select, textarea';
  const isOfThePage = (element: Element): boolean =>
    element.closest(SILENT) === null && (element.closest(PAGE) !== null || element.closest(FRAME) === null);
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const withSize = (boxes: Iterable<DOMRect>): DOMRect[] =>
    [...boxes].filter(({ width, height }) => width > 0 && height > 0);
  function* texts(): Generator<readonly [Shown, Element, readonly DOMRect[]]> {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const words = plain(node.nodeValue ?? '');
      if (words === '' || node.parentElement === null || !isOfThePage(node.parentElement)) continue;
      range.selectNodeContents(node);
      yield [{ words, node }, node.parentElement, withSize(range.getClientRects())];
    }
  }
  function* others(): Generator<readonly [Shown, Element, readonly DOMRect[]]> {
    for (const node of document.querySelectorAll(`${NAMED}, ${FIELDS}`)) {
      if (!isOfThePage(node)) continue;
      const name = node.getAttribute('aria-label') ?? node.getAttribute('alt') ?? node.getAttribute('name') ?? '';
      const value = 'value' in node && node.matches(FIELDS) ? `: ${String(node.value)}` : '';
      yield [{ words: plain(`${name}${value}`), node }, node, withSize([node.getBoundingClientRect()])];
    }
  }
  (window as unknown as Prepared).perchShown = () => {
    const sees = (window as unknown as Prepared).perchSight();
    return [...texts(), ...others()].filter(([, element, boxes]) => sees(element, boxes)).map(([shown]) => shown);
  };
}

/**
 * What was shown before and is not now, and the other way round. Words that another element says now are said.
 *
 * @param places selectors of places that differ by design
 */
function compare(places: readonly string[]): Readonly<Record<'before' | 'after', Omit<OneSided, 'at'>[]>> {
  const { perchBefore, perchShown } = window as unknown as Prepared;
  const perchAfter = perchShown();
  const missing = (some: readonly Shown[], among: readonly Shown[]): Omit<OneSided, 'at'>[] => {
    const nodes = new Set(among.map(({ node }) => node));
    const gone = some.filter(({ node }) => !nodes.has(node));
    return gone.map(({ words, node }) => {
      const element = node instanceof Element ? node : node.parentElement;
      return { words, byDesign: places.find((place) => element?.closest(place) != null) ?? null };
    });
  };
  const [before, after] = [missing(perchBefore, perchAfter), missing(perchAfter, perchBefore)];
  for (const said of [...before]) {
    const place = after.findIndex(({ words }) => words === said.words);
    if (place < 0) continue;
    after.splice(place, 1);
    before.splice(before.indexOf(said), 1);
  }
  return { before, after };
}
