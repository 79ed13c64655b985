// A check of a screen: what axe finds, what overflows, bare keys, English left in the other languages. The pictures are
// kept for people who want to look.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { without } from '#tests/locales/english-left.ts';
import { cultures, type Culture } from '#walk/paths/report.ts';
import { pictureOfWholePage } from '#walk/browser/whole-page.ts';
import { englishOn } from './english.ts';

export const PICTURES = join(process.cwd(), 'test-results', 'screens');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/**
 * Every language, both themes, on a phone and on a desktop, so that each of these is paired with each of the others: a
 * fault that needs a certain language, theme and width together is too rare for an hour of all twelve combinations.
 */
export const LOOKS = cultures.flatMap((culture, place) =>
  (['light', 'dark'] as const).map((theme, other) => ({
    culture,
    theme,
    width: (place + other) % 2 === 0 ? 360 : 1280,
  })),
);

/**
 * Each language once: for states of pages that the crawl checks in every language, theme and width together
 * (crawl.long.test.ts), so that only what differs needs a check.
 */
export const FEW_LOOKS = [
  { culture: 'en-US', theme: 'light', width: 1280 },
  { culture: 'ja-JP', theme: 'dark', width: 360 },
  { culture: 'zh-CN', theme: 'light', width: 360 },
] as const;

/** Checks the current screen, and stores its picture under this name. */
export type See = (screen: string) => Promise<void>;

/** The person whose screens are checked. */
export interface Viewer {
  readonly page: Page;
  /** Words that appear on their screens in any language: names, labels, what was typed. */
  ownWords(): Promise<readonly string[]>;
}

/** Checks the screens of a tour, and collects what was wrong with them, in words. */
export function lookAt(
  viewer: Viewer,
  as: { readonly culture: Culture; readonly theme: string; readonly width: number },
): { readonly see: See; readonly problems: string[] } {
  const { culture, theme, width } = as;
  const problems: string[] = [];
  mkdirSync(PICTURES, { recursive: true });
  const see: See = async (screen) => {
    problems.push(...(await look(viewer, culture, `${screen}-${culture}-${theme}-${width}`)));
    expect(await viewer.page.evaluate(() => document.documentElement.lang)).toBe(culture);
  };
  return { see, problems };
}

/** Checks the current screen: returns what is wrong with it, in words, and stores a picture. */
async function look(viewer: Viewer, culture: Culture, name: string): Promise<string[]> {
  const { page } = viewer;
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  );
  await pictureOfWholePage(page, join(PICTURES, `${name}.png`));
  const own = await viewer.ownWords();
  const found = [
    ...(await axeFindings(page)),
    ...(await scrollsSideways(page)),
    ...(await bareKeys(page, own)),
    ...(await englishOn(page, culture, own)),
  ];
  return found.map((problem) => `${name}: ${problem}`);
}

interface Axe {
  run: (context: Document, options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/**
 * What axe finds on the page once its colors have come to rest. On a page opened from disk, style sheets can't be
 * fetched again, which axe would do first: there, `preload` is false.
 */
export async function axeFindings(page: Page, { preload = true } = {}): Promise<string[]> {
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (fetches) => {
    const { axe } = window as unknown as { axe: Axe };
    // Passed checks are not requested: listing their nodes takes longer than finding the failures.
    const { violations } = await axe.run(document, { preload: fetches, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, preload);
}

export async function scrollsSideways(page: Page): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  return wide ? ['scrolls sideways'] : [];
}

/** Words beyond the right edge of the window, where nothing scrolls to them, or outside their own box, over others. */
export async function wordsOutside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (each: Element): boolean => ['auto', 'scroll'].includes(getComputedStyle(each).overflowX);
    // An inline element has no box of its own; text for screen readers only is a box of one pixel.
    const spills = (each: Element): boolean =>
      each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === 'visible';
    const beyond = [...document.querySelectorAll('main :not(svg, svg *)')].filter((each) => {
      if (
        each.textContent === '' ||
        !each.checkVisibility() ||
        (!spills(each) && each.getBoundingClientRect().right <= document.documentElement.clientWidth)
      )
        return false;
      for (let around = each.parentElement; around !== null; around = around.parentElement)
        if (scrolls(around)) return false;
      return true;
    });
    return beyond.map(({ textContent }) => `"${textContent}" lies beyond its edge`);
  });
}

/**
 * Hidden content: words below the edge of a box of fixed height, and figures in a field that run under what is beside
 * them, such as its unit.
 */
export async function hiddenParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const slack = 1;
    const isCutBelow = (each: Element): boolean => {
      const { overflowY, webkitLineClamp } = getComputedStyle(each);
      // Text for screen readers only is one pixel high; a text clamped to some lines shows an ellipsis.
      return (
        ['hidden', 'clip'].includes(overflowY) &&
        webkitLineClamp === 'none' &&
        each.clientHeight > 1 &&
        each.scrollHeight > each.clientHeight + slack
      );
    };
    const cut = [...document.querySelectorAll('main :not(svg, svg *, input, select, textarea)')]
      .filter((each) => each.textContent !== '' && each.checkVisibility() && isCutBelow(each))
      .map((each) => `"${each.textContent.slice(0, 60)}" is cut off below`);
    /** Where a field shows its text. */
    const roomOf = (field: Element): { left: number; right: number; top: number; bottom: number } => {
      const { left, right, top, bottom } = field.getBoundingClientRect();
      const { paddingLeft, paddingRight } = getComputedStyle(field);
      return { left: left + parseFloat(paddingLeft), right: right - parseFloat(paddingRight), top, bottom };
    };
    const overlaid = [
      ...document.querySelectorAll('main :is(input:not([type="checkbox"], [type="radio"], [type="hidden"]), textarea)'),
    ]
      .filter((field) => field.checkVisibility())
      .flatMap((field) => {
        const room = roomOf(field);
        const beside = [...(field.parentElement?.querySelectorAll('*') ?? [])].filter(
          (each) => each !== field && each.checkVisibility() && each.textContent.trim() !== '',
        );
        const above = beside.find((each) => {
          const { left, right, top, bottom } = each.getBoundingClientRect();
          return (
            Math.min(right, room.right) - Math.max(left, room.left) > slack &&
            Math.min(bottom, room.bottom) - Math.max(top, room.top) > slack
          );
        });
        return above === undefined
          ? []
          : [`what is typed into ${field.getAttribute('name') ?? 'a field'} runs in under "${above.textContent}"`];
      });
    return [...cut, ...overlaid];
  });
}

/** Buttons that do not grow with their label, tried with one that is longer than the page is wide. */
export async function crampedLabels(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const slack = 1;
    const label = document.createRange();
    const textsOf = (button: Element): Text[] => {
      const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
      return texts.filter(({ data, parentElement }) => data.trim() !== '' && (parentElement?.clientHeight ?? 0) !== 1);
    };
    return [...document.querySelectorAll('main .btn')].flatMap((button) => {
      const [text] = textsOf(button);
      if (text === undefined || !button.checkVisibility()) return [];
      const words = text.data;
      text.data = `${words} `.repeat(Math.ceil(100 / words.length));
      label.selectNodeContents(text);
      const [box, line] = [button.getBoundingClientRect(), label.getBoundingClientRect()];
      text.data = words;
      const fits = line.top >= box.top - slack && line.bottom <= box.bottom + slack;
      return fits ? [] : [`"${words}" has no room for a second line`];
    });
  });
}

/**
 * Controls that are too small for a finger: less than 44 px wide or high (WCAG 2.5.5), with the label that belongs to
 * them. A link within a sentence is as high as its line.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 43.5;
    const controls = document.querySelectorAll<HTMLElement>(
      'body :is(a[href], button, summary, select, textarea, input:not([type="hidden"])):not(:disabled)',
    );
    return [...controls].flatMap((control) => {
      // What only screen readers have is one pixel large until it has the focus.
      if (!control.checkVisibility() || control.clientWidth === 1 || getComputedStyle(control).display === 'inline')
        return [];
      const isTick = control.matches('[type="checkbox"], [type="radio"]');
      const parts = [control, ...(isTick ? ((control as HTMLInputElement).labels ?? []) : [])];
      // A card is pressed anywhere by what its label lays over it.
      const cards = parts.filter((part) => getComputedStyle(part, '::after').position === 'absolute');
      const boxes = [...parts, ...cards.map((part) => part.offsetParent ?? part)].map((part) =>
        part.getBoundingClientRect(),
      );
      const [width, height] = [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))];
      const name = control.getAttribute('aria-label') ?? (control.innerText || control.getAttribute('name'));
      return width >= least && height >= least
        ? []
        : [`"${name ?? ''}" is a target of ${Math.round(width)} × ${Math.round(height)} px`];
    });
  });
}

/** Keys of the catalogue that are shown instead of their texts. `values` are names that members gave themselves. */
export async function bareKeys(page: Page, values: readonly string[] = []): Promise<string[]> {
  const shown = without(await page.evaluate(() => document.body.innerText), values);
  const keys = shown.match(/\b[a-z-]+:[a-z][A-Za-z.]+\b|\b[a-z]+(\.[a-z][A-Za-z]+){1,3}\b(?!\.)/g) ?? [];
  return keys.filter((text) => !/example|localhost|perch/.test(text)).map((key) => `bare key ${key}`);
}
