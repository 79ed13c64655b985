// Checks where lines break on the rendered page: by the rules of Japanese and Chinese typesetting, and never inside a
// number, a reference or a rate.
import type { Page } from 'playwright-core';
import { DATE, MOMENT, RATE, REFERENCE, SPAN } from '#src/ui/whole-parts.ts';

/** Letters of a word that is never broken; a longer one may be a name. */
const LONGEST_WHOLE = 14;

/** Breaks in headings, those of panels that are out of sight too, which the browser has not laid out. */
export async function badBreaksOfHeadings(page: Page): Promise<string[]> {
  const all = await page.addStyleTag({ content: '.drawn-if-near > * { content-visibility: visible !important }' });
  const found = await badBreaks(page, 'h1, h2, h3');
  await all.evaluate((element) => (element as Element).remove());
  return found;
}

/** Breaks that no reader of the language expects, with the text around them; of all texts, or of those within some. */
export async function badBreaks(page: Page, within = 'body'): Promise<string[]> {
  const found = await page.evaluate(
    ([readAsOne, longestWhole, where]) => {
      const neverFirst = /[、。，．！？」』）】〉》：；・ー々ゝゞぁぃぅぇぉっゃゅょァィゥェォッャュョ,.!?)\]}%]/u;
      const neverLast = /[「『（【〈《(\[{]/u;
      const letters = /[\u3040-\u30ff\u3400-\u9fff]/;
      const problems: string[] = [];
      const wordAround = (text: string, place: number): string =>
        `${/[A-Za-z]*$/.exec(text.slice(0, place))?.[0] ?? ''}${/^[A-Za-z]*/.exec(text.slice(place))?.[0] ?? ''}`;
      const range = document.createRange();
      const topOf = (node: Node, place: number): number | null => {
        range.setStart(node, place);
        range.setEnd(node, place + 1);
        const { top, width, height } = range.getBoundingClientRect();
        return width === 0 ? null : top + height / 2;
      };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.textContent ?? '';
        const parent = node.parentElement;
        if (
          text.trim().length < 2 ||
          parent === null ||
          !parent.checkVisibility() ||
          parent.closest(where) === null ||
          parent.closest('.sr-only, svg, select, textarea, script, style') !== null
        )
          continue;
        range.selectNodeContents(node);
        // Most texts fit on one line.
        if (range.getClientRects().length < 2) continue;
        for (const { index, 0: whole } of text.matchAll(new RegExp(readAsOne, 'g'))) {
          const tops = [...whole].map((_, place) => topOf(node, index + place)).filter((top) => top !== null);
          if (Math.max(...tops) - Math.min(...tops) > 4) problems.push(`broken inside: ${whole}`);
        }
        if (parent.closest('.break-all, .wrap-anywhere') !== null) continue;
        // A letter alone is a word's rest: of Japanese and Chinese, whose words have no spaces between them.
        const tops = [...text].flatMap((letter, place) => {
          const top = letters.test(letter) ? topOf(node, place) : null;
          return top === null ? [] : [top];
        });
        const [lastTop, beforeLast] = [tops.at(-1), tops.at(-2)];
        const isWhole = parent.textContent?.trim() === text.trim();
        if (isWhole && lastTop !== undefined && beforeLast !== undefined && lastTop - beforeLast > 4)
          problems.push(`a line of one letter: ${text.slice(-14)}`);
        let before: number | null = null;
        for (let place = 0; place < text.length; place += 1) {
          const top = topOf(node, place);
          if (top === null) continue;
          const letter = text[place] ?? '';
          const last = text[place - 1] ?? '';
          if (before !== null && top - before > 4) {
            const around = text.slice(Math.max(0, place - 12), place) + ' ⏎ ' + text.slice(place, place + 12);
            // A name that is longer than its place is broken somewhere.
            const isWithinName = /[!-~]/.test(letter) && /\w/.test(last);
            if (neverFirst.test(letter) && !isWithinName) problems.push(`a line begins with ${letter}: ${around}`);
            else if (neverLast.test(last)) problems.push(`a line ends with ${last}: ${around}`);
            else if (/[\d.,]/.test(last) && /\d/.test(letter)) problems.push(`a number is broken: ${around}`);
            else if (/[A-Za-z]/.test(last) && /[a-z]/.test(letter) && wordAround(text, place).length <= longestWhole)
              problems.push(`a word is broken: ${around}`);
          }
          before = top;
        }
      }
      return problems;
    },
    [
      [REFERENCE, RATE, MOMENT, DATE, `[(（](?:${SPAN})[)）]`, '\\breq-[\\w-]+'].join('|'),
      LONGEST_WHOLE,
      within,
    ] as const,
  );
  return [...new Set(found)];
}
