// The title of a path in a language: how it differs from the flow's good case, and where it ends.
import { stepLabel, type Edge, type Graph, type Node } from '#machines/graph/explore.ts';
import { goodCaseOf } from '#machines/graph/plan.ts';
import type { Culture } from '#walk/paths/report.ts';
import { shownText } from '#walk/paths/texts.ts';
import { wordsIn } from './languages/languages.ts';
import type { Names } from './languages/names.ts';

/** How many deviations a title names. */
const NAMED = 4;

/** The title of a path in a language. The English one is given: it is distinct among those of the flow's paths. */
export function titleFor(graph: Graph, edges: readonly Edge[], culture: Culture, english: string): string {
  const { names } = wordsIn(culture);
  return names === null ? english : titleIn(graph, edges, culture, names);
}

function titleIn(graph: Graph, edges: readonly Edge[], culture: Culture, names: Names): string {
  const { marks } = names;
  const good = goodCaseOf(graph) ?? [];
  const end = names.upTo(placeOf(graph.nodes.get(edges.at(-1)?.to ?? ''), culture, names));
  if (good.length === edges.length && good.every((edge, index) => edge === edges[index]))
    return `${names.good}${marks.part}${end}`;
  const all = [...new Set(deviations(graph, edges, new Set(good.map(({ step }) => stepLabel(step))), names))];
  const said = [
    ...beginning(graph, edges[0], culture, names),
    ...all.slice(0, NAMED),
    ...(all.length > NAMED ? [names.more(all.length - NAMED)] : []),
  ];
  return `${said.length === 0 ? names.smooth : said.join(marks.next)}${marks.part}${end}`;
}

function placeOf(node: Node | undefined, culture: Culture, names: Names): string {
  if (node?.meta != null) return names.quoted(shownText(node.meta.title, culture));
  const output = node?.snapshot.output as { readonly kind?: string } | undefined;
  return names.end(output?.kind ?? node?.state ?? '');
}

function beginning(graph: Graph, first: Edge | undefined, culture: Culture, names: Names): readonly string[] {
  if (first?.step.kind !== 'start' || first.step.name === Object.keys(graph.cases.starts)[0]) return [];
  const named = names.start(first.step.name);
  if (named !== null) return [named];
  const node = graph.nodes.get(first.to);
  return [node?.meta == null ? names.reloaded : names.reloadedAt(placeOf(node, culture, names))];
}

function deviations(graph: Graph, edges: readonly Edge[], good: ReadonlySet<string>, names: Names): readonly string[] {
  return edges.slice(1).flatMap(({ step }) => {
    if (good.has(stepLabel(step)) || step.kind === 'start') return [];
    if (step.kind === 'outcome') return [`${names.call(step.actor)}${names.marks.by}${names.outcome(step.outcome)}`];
    if (step.kind === 'timer') return [names.gone(names.timer(step.delay))];
    return step.event === 'BACK' || graph.cases.world.includes(step.event) ? [names.event(step.event)] : [];
  });
}
