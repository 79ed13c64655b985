/** A flow as the atlas shows it, from its chart, its cases and everything that can happen to it. */
import { controlName } from '#machines/chart/cases.ts';
import type { DocumentedState, FlowDocument } from '#machines/graph/document.ts';
import {
  failures,
  isCall,
  stepLabel,
  type AnyCases,
  type Edge,
  type Graph,
  type Node,
  type Step,
} from '#machines/graph/explore.ts';
import { wayInWords } from '#walk/script/arrange.ts';
import { wordsIn } from '#walk/script/languages/languages.ts';
import { titleFor } from '#walk/script/titles.ts';
import type { Path } from '#machines/graph/plan.ts';
import { messageOf } from '#machines/graph/matrices.ts';
import { transitionKind } from '#atlas/diagram/kinds.ts';
import type {
  ChartModel,
  Control,
  Message,
  PathModel,
  Rule,
  Sample,
  Situations,
  StateModel,
  Texts,
  TransitionModel,
} from '#atlas/model/model.ts';
import { freshDocument } from '#walk/documents/documents.ts';
import { graphOf, pathsOf } from '#walk/paths/flows.ts';
import { readNow } from '#walk/documents/revisions.ts';
import { rulesIn } from '#walk/documents/rule-texts.ts';
import { callOf } from './contract.ts';
import { inEachLanguage, textsOf, titleTexts } from './texts.ts';

/** A chart without its drawing and without what git, walks and analysts add. */
export type BareChart = Omit<ChartModel, 'drawing' | 'touches' | 'coverage' | 'notes' | 'screens' | 'walked'>;

/** The chart of a flow. */
export function flowChart(cases: AnyCases): BareChart {
  const graph = graphOf(cases);
  const document = freshDocument(cases);
  const actors = Object.keys(cases.outcomes);
  const { fault, reload, back, doublePress } = document;
  return {
    id: graph.id,
    kind: 'flow',
    area: document.area,
    purpose: purposeOf(cases),
    host: document.host,
    starts: document.starts,
    routes: document.routes,
    requirements: document.requirements,
    states: document.states.map((state) => stateModel(graph, document, state)),
    transitions: transitionModels(graph, document),
    paths: pathModels(graph, document),
    matrices: { fault, reload, back, doublePress },
    calls: actors.flatMap((actor) => callOf(actor) ?? []),
    children: actors.filter((actor) => !isCall(cases.machine, actor)),
    situations: situationsOf(graph, document),
  };
}

/** What a flow is for, in each language. */
function purposeOf({ purpose, words }: AnyCases): Texts {
  return inEachLanguage((culture) => (culture === 'en-US' ? purpose : (words?.[culture].purpose ?? purpose)));
}

/** The title of a path in each language; English has that of the document. */
function titleOf(graph: Graph, { edges }: Path, english: string): Texts {
  return inEachLanguage((culture) => titleFor(graph, edges, culture, english));
}

function situationsOf({ nodes, edges }: Graph, { states }: FlowDocument): Situations {
  const places = new Map([...nodes.keys()].map((key, index) => [key, index]));
  const labels = [...new Set(edges.map(({ step }) => stepLabel(step)))];
  return {
    states: [...nodes.values()].map(({ state }) => states.findIndex(({ path }) => path === state)),
    labels,
    steps: edges.map(
      ({ from, to, step }) =>
        [from === null ? -1 : (places.get(from) ?? -1), places.get(to) ?? -1, labels.indexOf(stepLabel(step))] as const,
    ),
  };
}

function stateModel(graph: Graph, document: FlowDocument, state: DocumentedState): StateModel {
  const nodes = [...graph.nodes.values()].filter(({ active }) => active.includes(state.path));
  const described = state.path
    .split('.')
    .map((_, index, parts) => parts.slice(0, index + 1).join('.'))
    .toReversed();
  const outer = described.flatMap(
    (path) => document.states.find((other) => other.path === path && other.screen !== null) ?? [],
  )[0];
  return {
    ...state,
    titleText: outer?.title == null ? null : titleTexts(outer.title),
    says: '',
    controls: controlsOf(graph, nodes, outer?.screen ?? ''),
    messages: messagesOf(nodes),
    seen: outer?.screen ?? null,
    seenRoute: outer?.route ?? null,
  };
}

function controlsOf({ edges, cases }: Graph, nodes: readonly Node[], screen: string): readonly Control[] {
  const keys = new Set(nodes.map(({ key }) => key));
  const events = new Set(
    edges.flatMap(({ from, step }) => (from !== null && keys.has(from) && step.kind === 'event' ? [step.event] : [])),
  );
  return [...events].map((event) => {
    const control = cases.controls[event];
    const name = controlName(control, screen);
    const fields = Object.values(control?.fields ?? {}).flat();
    return {
      event,
      name: name === null ? null : textsOf(name),
      fields: fields.map(textsOf).filter((texts) => texts !== null),
    };
  });
}

function messagesOf(nodes: readonly Node[]): readonly Message[] {
  const codes = new Set(nodes.filter(({ tags }) => tags.includes('error')).map(messageOf));
  return [...codes].map((code) => ({
    code,
    title: code === null ? null : textsOf(`problems:${code}`),
    hint: code === null ? null : textsOf(`problems:hint.${code}`),
  }));
}

function transitionModels(graph: Graph, { states, transitions }: FlowDocument): readonly TransitionModel[] {
  const isError = (path: string): boolean =>
    states.find((state) => state.path === path)?.tags.includes('error') === true;
  const rules = rulesOf(graph.id);
  return transitions.map((transition) => ({
    ...transition,
    kind: transitionKind(transition, isError),
    says: '',
    samples: samplesOf(
      graph,
      graph.edges.filter(({ fired }) => fired.includes(transition.id)),
    ),
    rule: rules.find(({ name }) => name === transition.guard?.split(':')[0]) ?? null,
  }));
}

/**
 * The rules that the guards of a flow refer to by name: its own, those of steps that flows share, those of all charts.
 */
function rulesOf(flow: string): readonly Rule[] {
  const folders = [...new Set([flow, 'confirmation', 'challenge', 'chart'])];
  return folders.flatMap((folder) => rulesIn(readNow(`machines/${folder}/${folder}.rules.ts`) ?? ''));
}

function samplesOf({ cases }: Graph, edges: readonly Edge[]): readonly Sample[] {
  const steps = new Map(edges.map(({ step }) => [stepLabel(step), step]));
  return [...steps].map(([label, step]) => ({ step: label, ...dataOf(cases, step) }));
}

function dataOf(cases: AnyCases, step: Step): Omit<Sample, 'step'> {
  const nothing = { data: '', reply: '', byHand: '' };
  if (step.kind === 'start') return { ...nothing, data: json(cases.starts[step.name]?.input) };
  if (step.kind === 'event') return { ...nothing, data: json(cases.events[step.event]?.[step.sample]) };
  if (step.kind === 'timer') return nothing;
  const found = cases.outcomes[step.actor]?.[step.outcome];
  if (found === undefined) return { ...nothing, data: json(failures[step.outcome]) };
  const { output, reply, arrange, typed } = found;
  const way = arrange === undefined ? '' : wayInWords(arrange, wordsIn('en-US'));
  const typing =
    typed === undefined
      ? ''
      : `Type ${Object.entries(typed)
          .map(([field, value]) => `${field}: ${value}`)
          .join(', ')}.`;
  return {
    data: json(output),
    reply: reply === undefined ? '' : `${reply.status} ${json(reply.body)}`,
    byHand: [way, typing].filter((part) => part !== '').join(' '),
  };
}

function json(value: unknown): string {
  const written = value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
  return written === '{}' ? '' : written;
}

function pathModels(graph: Graph, document: FlowDocument): readonly PathModel[] {
  return pathsOf(graph.cases).map((path) => ({
    id: path.id,
    title: titleOf(graph, path, document.paths.find(({ id }) => id === path.id)?.title ?? path.id),
    steps: path.edges.map(({ step, to, fired }) => {
      const node = graph.nodes.get(to);
      if (node === undefined) throw new Error('An edge leads to no node.');
      return {
        label: stepLabel(step),
        to: node.state,
        fired,
        screen: node.meta?.screen ?? null,
        route: node.meta?.route ?? null,
        message: messageOf(node),
      };
    }),
  }));
}
