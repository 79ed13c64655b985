// Facts: every fact that the flow promises for a screen must be on the page, beside its term and in the language of the
// walk; and every figure on the page must be one of the facts.
import type { EndReceipt, Entered, Fact, Said, Words } from '#machines/chart/facts.ts';
import type { Graph, Node } from '#machines/graph/explore.ts';
import { formatDate, formatDateTime } from '#src/i18n/format.ts';
import { rootOf } from './expect.ts';
import { figuresIn, figuresOf } from './figures.ts';

/** Texts of the catalogue in the language of the walk. */
export interface Speaker {
  readonly text: (key: string, values?: Readonly<Record<string, unknown>>) => string;
}

/** Where a fact's term is searched: the terms of lists, headings, paragraphs, labels. */
const PLACES = ['dt', 'h2', 'p', 'label'] as const;

/** The facts on the page while a flow is in `node`; `child` is the node of its child flow. */
export function factsOf({ cases }: Graph, { meta, status, snapshot }: Node, child: Node | null): readonly Fact[] {
  const screen = child?.meta?.screen ?? meta?.screen;
  if (status !== 'active' || screen === undefined) return [];
  const shows = cases.shows?.[screen];
  return shows?.(snapshot.context as never, shows.length > 1 ? enteredIn(rootOf(cases.machine.id)) : {}) ?? [];
}

function enteredIn(root: HTMLElement | null): Entered {
  const fields = [...(root?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]') ?? [])];
  const entered = fields.filter((field) => field.type !== 'radio' || (field as HTMLInputElement).checked);
  return Object.fromEntries(entered.map(({ name, value }) => [name, value]));
}

/** The receipt that a flow ended on; undefined if it has none. */
export function endReceiptOf({ cases }: Graph, { status, snapshot }: Node): EndReceipt<never> | undefined {
  const end = (snapshot.output as { readonly kind?: string } | undefined)?.kind;
  return status === 'done' && end !== undefined ? cases.endReceipts?.[end] : undefined;
}

/** The facts that are missing from the page, as sentences. */
export function unsaid(speaker: Speaker, graph: Graph, node: Node, child: Node | null): readonly string[] {
  const endReceipt = endReceiptOf(graph, node);
  if (endReceipt !== undefined) return unsaidOnReceipt(speaker, endReceipt, node);
  const root = node.status === 'active' ? rootOf(graph.id) : null;
  // Facts around a child flow are checked with its parent.
  if (root === null || graph.cases.host !== undefined) return [];
  const facts = factsOf(graph, node, child);
  return [...missing(speaker, root, facts), ...surplus(speaker, root, facts)];
}

/** The figures on the screen that no fact says: a new amount on a screen needs a fact in the flow's table. */
function surplus(speaker: Speaker, root: HTMLElement, facts: readonly Fact[]): readonly string[] {
  const shown = figuresIn(root);
  if (shown.length === 0) return [];
  const told = new Set(
    facts.flatMap(({ beside, says }) =>
      [...(beside === null ? [] : [beside]), ...says].flatMap((each) => figuresOf(said(speaker, each))),
    ),
  );
  return shown.filter((figure) => !told.has(figure)).map((figure) => `no fact of the screen says "${figure}".`);
}

function unsaidOnReceipt(
  speaker: Speaker,
  { receipt, shows }: EndReceipt<never>,
  { snapshot }: Node,
): readonly string[] {
  const at = `/Receipt/${receipt.id}`;
  if (window.location.pathname !== at) return [`the flow has ended at ${window.location.pathname}, not on ${at}.`];
  return missing(speaker, document.body, shows(snapshot.context as never));
}

function missing(speaker: Speaker, root: HTMLElement, facts: readonly Fact[]): readonly string[] {
  const places = placesIn(root);
  return facts.flatMap(({ beside, says }) => {
    const term = beside === null ? null : said(speaker, beside);
    const words = says.map((each) => said(speaker, each));
    if (term === null)
      return words.flatMap((each) => (root.textContent.includes(each) ? [] : [`"${each}" stands nowhere.`]));
    const found = named(places, term);
    if (found.length === 0) return [`the screen does not say "${term}".`];
    const isTold = found.some(({ place }) => words.every((each) => isPart(place, each)));
    return isTold
      ? []
      : [
          `"${term}" says "${found.map(({ place }) => place.textContent.slice(term.length)).join('" and "')}", not "${words.join('" and "')}".`,
        ];
  });
}

/** Terms and headings with their containers; found by tag name, since a selector costs jsdom more than all the rest. */
function placesIn(root: HTMLElement): readonly Place[] {
  return PLACES.flatMap((name) =>
    [...root.getElementsByTagName(name)].map((term) => ({
      text: term.textContent,
      term,
      place: term.parentElement ?? root,
    })),
  );
}

interface Place {
  readonly text: string;
  readonly term: HTMLElement;
  readonly place: HTMLElement;
}

/**
 * The places of a term. The label of a field counts only if nothing else says it, and a line that begins with the term
 * ("Available: 12.00 USDT") only if it is nowhere by itself.
 */
function named(places: readonly Place[], term: string): readonly Place[] {
  const found = places.filter(({ text }) => text === term);
  if (found.length === 0)
    return places.filter(({ text }) => text.startsWith(term)).map((each) => ({ ...each, place: each.term }));
  const besideLabels = found.filter((each) => each.term.tagName !== 'LABEL');
  return besideLabels.length > 0 ? besideLabels : found;
}

/** Whether an element in `place`, or a text node, says exactly this: a part of another figure does not count. */
function isPart(place: Element, words: string): boolean {
  if (!place.textContent.includes(words)) return false;
  return (
    place.textContent === words ||
    [...place.childNodes].some((child) => (child instanceof Element ? isPart(child, words) : child.nodeValue === words))
  );
}

/** The text, as the page shows it. */
export function said(speaker: Speaker, what: Said): string {
  if (typeof what === 'string') return what;
  if ('day' in what) return formatDate(what.day);
  if ('moment' in what) return formatDateTime(what.moment);
  return spoken(speaker, what);
}

function spoken(speaker: Speaker, { key, with: values = {} }: Words): string {
  return speaker.text(
    key,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? value : said(speaker, value)]),
    ),
  );
}
