/** Distinct titles of paths and cells: how they differ from the flow's good case, in plain words. */
import type { Edge, Graph } from './explore.ts';
import { stepLabel } from './explore.ts';
import type { Cell } from './matrices.ts';
import { goodCaseOf } from './plan.ts';
import { actorInWords, inWords, outcomeInWords } from './words.ts';

interface Titled {
  readonly id: string;
  readonly edges: readonly Edge[];
}

/** How many deviations a short title names. */
const NAMED = 4;

/** The titles of a flow's paths by their ids: short if that makes them distinct, else longer. */
export function titlesOf(graph: Graph, paths: readonly Titled[]): ReadonlyMap<string, string> {
  const titles = new Map(paths.map((path) => [path.id, shortTitle(graph, path)]));
  for (const longer of [longTitle, fullTitle]) {
    for (const path of paths) {
      const title = titles.get(path.id) ?? '';
      if ([...titles].some(([id, other]) => id !== path.id && other === title))
        titles.set(path.id, longer(graph, path));
    }
  }
  return titles;
}

/** A path in a few words. */
export function shortTitle(graph: Graph, path: Titled): string {
  return titled(graph, path, groups(deviations(graph, path.edges), NAMED));
}

/** With all deviations. */
function longTitle(graph: Graph, path: Titled): string {
  return titled(graph, path, groups(deviations(graph, path.edges), Infinity));
}

/** With all presses as well. */
function fullTitle(graph: Graph, path: Titled): string {
  const all = path.edges
    .slice(1)
    .map(({ step }) =>
      step.kind === 'outcome'
        ? `${actorInWords(step.actor)} ${outcomeInWords(step.outcome)}`
        : inWords(stepLabel(step)),
    );
  return titled(graph, path, all.join(', '));
}

function titled(graph: Graph, { edges }: Titled, middle: string): string {
  const [start] = edges;
  const end = inWords(graph.nodes.get(edges.at(-1)?.to ?? '')?.state ?? '');
  const good = goodCaseOf(graph);
  if (good !== null && sameSteps(good, edges)) return `the good case, up to ${end}`;
  const begins =
    start?.step.kind === 'start' && start.step.name !== Object.keys(graph.cases.starts)[0]
      ? `${inWords(start.step.name)}: `
      : '';
  return `${begins}${middle === '' ? 'all goes well' : middle}, up to ${end}`;
}

function sameSteps(one: readonly Edge[], other: readonly Edge[]): boolean {
  return one.length === other.length && one.every((edge, index) => edge === other[index]);
}

/** Something that differs from the good case. */
interface Deviation {
  /** The call that answers; null for the member or the clock. */
  readonly by: string | null;
  readonly what: string;
}

function deviations(graph: Graph, edges: readonly Edge[]): readonly Deviation[] {
  const good = new Set((goodCaseOf(graph) ?? []).map(({ step }) => stepLabel(step)));
  return edges.slice(1).flatMap(({ step }): readonly Deviation[] => {
    if (good.has(stepLabel(step))) return [];
    if (step.kind === 'outcome') return [{ by: actorInWords(step.actor), what: outcomeInWords(step.outcome) }];
    if (step.kind === 'timer') return [{ by: null, what: `${inWords(step.delay)} over` }];
    if (step.kind === 'start') return [];
    return step.event === 'BACK' || graph.cases.world.includes(step.event)
      ? [{ by: null, what: inWords(step.event) }]
      : [];
  });
}

/** Groups neighboring deviations of one call: "create withdrawal refused, response lost, then asked again". */
function groups(all: readonly Deviation[], most: number): string {
  const named = all.filter(
    ({ by, what }, index) => index === 0 || by !== all[index - 1]?.by || what !== all[index - 1]?.what,
  );
  const shown = named.slice(0, most);
  const texts: string[] = [];
  for (const [index, { by, what }] of shown.entries()) {
    if (index > 0 && by !== null && by === shown[index - 1]?.by) texts.push(`${texts.pop() ?? ''}, ${what}`);
    else texts.push(by === null ? what : `${by}: ${what}`);
  }
  return `${texts.join('; then ')}${named.length > shown.length ? `; and ${named.length - shown.length} more` : ''}`;
}

/** What distinguishes the cells of one state, by their ids: how each is reached. Empty for the only cell of a state. */
export function cellTitles(graph: Graph, cells: readonly Cell[]): ReadonlyMap<string, string> {
  const families = new Map<string, Cell[]>();
  for (const cell of cells) {
    const family = cell.id.replace(/ \(\d+\)$/, '');
    families.set(family, [...(families.get(family) ?? []), cell]);
  }
  return new Map(
    [...families.values()].flatMap((family) =>
      family.length === 1 ? family.map(({ id }) => [id, ''] as const) : toldApart(graph, family),
    ),
  );
}

function toldApart(graph: Graph, family: readonly Cell[]): readonly (readonly [string, string])[] {
  const ways = family.map(({ through }) => wordsOf(through));
  const shared = (word: string): boolean => ways.every((way) => way.includes(word));
  const texts = ways.map((way) => [...new Set(way.filter((word) => !shared(word)))].join(', ') || 'straight on');
  return family.map((cell, index) => {
    const text = texts[index] ?? '';
    const isAlone = texts.filter((other) => other === text).length === 1;
    return [cell.id, isAlone ? text : `${text}${text === '' ? '' : '; '}${contextOf(graph, family, cell)}`] as const;
  });
}

function wordsOf(through: readonly Edge[]): readonly string[] {
  return through.map(({ step }) => {
    if (step.kind === 'start') return inWords(step.name);
    if (step.kind === 'outcome') return `${actorInWords(step.actor)}: ${outcomeInWords(step.outcome)}`;
    return inWords(stepLabel(step));
  });
}

/** How its context differs from the others'. */
function contextOf(graph: Graph, family: readonly Cell[], cell: Cell): string {
  const contexts = new Map(
    family.map((each) => [
      each,
      (graph.nodes.get(each.through.at(-1)?.to ?? '')?.snapshot.context ?? {}) as Readonly<Record<string, unknown>>,
    ]),
  );
  const own = contexts.get(cell) ?? {};
  const differing = Object.keys(own).filter((key) =>
    [...contexts.values()].some((other) => JSON.stringify(other[key]) !== JSON.stringify(own[key])),
  );
  const told = differing.map((key) => `${inWords(key)} ${own[key] === null ? 'empty' : kindOf(own[key])}`);
  return [...told, `${cell.through.length - 1} steps`].join(', ');
}

function kindOf(value: unknown): string {
  const { kind, code, version, step } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >;
  const told = kind ?? code ?? step ?? version;
  return typeof value === 'object' ? (told === undefined ? 'filled' : inWords(String(told))) : String(value);
}
