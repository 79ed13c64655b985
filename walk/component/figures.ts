// Figures: the amounts, percentages and rates in a text or on a page.

/** An amount with its unit, a percentage, a rate: as every language writes them. */
const FIGURE = /(?<![\d.,])\d[\d,]*(?:\.\d+)?(?: (?:USDT|USD|BTC|ETH|MP|PP)|%)|(?<![\d.,])\d[\d,]*\.\d+/g;

/** The figures in a text. */
export const figuresOf = (text: string): readonly string[] => text.match(FIGURE) ?? [];

/** The figures on a part of the page. Each text node is read alone: two figures next to each other are not one. */
export function figuresIn(root: HTMLElement): readonly string[] {
  // Most screens have none, and to read each text node takes time.
  if (!/\d[.%]|\d [A-Z]/.test(root.textContent)) return [];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const figures: string[] = [];
  while (texts.nextNode() !== null) figures.push(...figuresOf(texts.currentNode.nodeValue ?? ''));
  return figures;
}
