// What a screen says: every fact that the flow promises of it stands on the page, beside its term and in the language
// of the walk.
import type { Fact, Farewell, Said, Words } from '#machines/chart/facts.ts';
import type { Graph, Node } from '#machines/graph/explore.ts';
import { formatDate, formatDateTime } from '#src/i18n/format.ts';
import { rootOf } from './expect.ts';

/** Texts of the catalogue in the language of the walk. */
export interface Speaker {
  readonly text: (key: string, values?: Readonly<Record<string, unknown>>) => string;
}

/** Where what a fact stands beside is looked for: the term of a list, a heading, a line. */
const PLACES = ['dt', 'h2', 'p'] as const;

/** What stands on the page while a flow is in `node`; `child` is where the flow stands that runs inside it. */
export function factsOf({ cases }: Graph, { meta, status, snapshot }: Node, child: Node | null): readonly Fact[] {
  const screen = child?.meta?.screen ?? meta?.screen;
  if (status !== 'active' || screen === undefined) return [];
  return cases.shows?.[screen]?.(snapshot.context as never) ?? [];
}

/** The receipt that a flow has ended on; undefined if it has none. */
export function farewellOf({ cases }: Graph, { status, snapshot }: Node): Farewell<never> | undefined {
  const end = (snapshot.output as { readonly kind?: string } | undefined)?.kind;
  return status === 'done' && end !== undefined ? cases.farewells?.[end] : undefined;
}

/** The facts that do not stand on the page, in sentences. */
export function unsaid(speaker: Speaker, graph: Graph, node: Node, child: Node | null): readonly string[] {
  const farewell = farewellOf(graph, node);
  if (farewell !== undefined) return unsaidOnReceipt(speaker, farewell, node);
  const facts = factsOf(graph, node, child);
  if (facts.length === 0) return [];
  const root = rootOf(graph.id);
  return root === null ? [] : missing(speaker, root, facts);
}

function unsaidOnReceipt(speaker: Speaker, { receipt, shows }: Farewell<never>, { snapshot }: Node): readonly string[] {
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
    const found = places.filter(({ text }) => text === term);
    if (found.length === 0) return [`the screen does not say "${term}".`];
    const isTold = found.some(({ place }) => words.every((each) => isPart(place, each)));
    return isTold
      ? []
      : [
          `"${term}" says "${found.map(({ place }) => place.textContent.slice(term.length)).join('" and "')}", not "${words.join('" and "')}".`,
        ];
  });
}

/**
 * Terms and headings with what they stand in; asked for by their names, since a selector costs jsdom more than all the
 * rest.
 */
function placesIn(root: HTMLElement): readonly { readonly text: string; readonly place: HTMLElement }[] {
  return PLACES.flatMap((name) =>
    [...root.getElementsByTagName(name)].map((term) => ({ text: term.textContent, place: term.parentElement ?? root })),
  );
}

/**
 * Whether an element in `place`, or a text of its own, says just this: what is only a part of another figure is not
 * said.
 */
function isPart(place: Element, words: string): boolean {
  if (!place.textContent.includes(words)) return false;
  return (
    place.textContent === words ||
    [...place.childNodes].some((child) => (child instanceof Element ? isPart(child, words) : child.nodeValue === words))
  );
}

/** As the page says it. */
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
