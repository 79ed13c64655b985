// A path as a script for a person: who they are, what they need, one act at a time with one expectation, what to
// revert.
import type { Arrangement } from '#machines/chart/arrangements.ts';
import { controlName } from '#machines/chart/cases.ts';
import { isCall, stepLabel, type Edge, type Graph, type Node, type Step } from '#machines/graph/explore.ts';
import { messageKeyOf } from '#machines/graph/matrices.ts';
import { shortTitle } from '#machines/graph/titles.ts';
import { inWords } from '#machines/graph/words.ts';
import { actsOf, endOfAct, type Act } from '#walk/paths/acts.ts';
import { arrangementOf, callOf } from './arrange.ts';
import { isForMembers } from '#walk/paths/cases.ts';
import { endOf } from '#walk/paths/ends.ts';
import { afterChild, expand, type FlowEdge } from '#walk/paths/expand.ts';
import { flows, graphOf } from '#walk/paths/flows.ts';
import { delayOf } from '#walk/machine/driver.ts';
import type { Culture } from '#walk/paths/report.ts';
import {
  demo,
  demo2fa,
  demoWithApp,
  inDemoClub,
  leftBehind,
  needOf,
  PASSPHRASE,
  personAskedFor,
  undoOf,
  type Person,
} from './people.ts';
import { needs, type Need } from './needs.ts';
import { wordsIn } from './languages/languages.ts';
import type { Happening, Words } from './languages/words.ts';
import { typed, type TypedData, type Typing } from './typed.ts';
import { lostCalls, type LostCalls } from './lost-calls.ts';
import { titleFor } from './titles.ts';
import { stepsBefore } from '#walk/paths/steps-before.ts';
import { shownText } from '#walk/paths/texts.ts';
import { MS_PER_SECOND } from '#machines/chart/durations.ts';

/** One act of a script: what to prepare, what to do with which data, what must then be visible, and what to revert. */
export interface ScriptStep {
  readonly number: number;
  /** The steps in the chart's terms: the act and what follows by itself. */
  readonly step: string;
  /** What to bring about before the step. */
  readonly prepare: readonly string[];
  readonly action: string;
  readonly data: TypedData;
  readonly expected: Expected;
  /** What to revert before the next step. */
  readonly undo: readonly string[];
}

export interface Expected {
  readonly state: string;
  readonly route: string | null;
  readonly screen: string | null;
  /** The page's heading in the member's language; null if it has no fixed one. */
  readonly title: string | null;
  /** The message on it; null if there is none. */
  readonly message: string | null;
  readonly waits: boolean;
  /** How the flow has ended; null while it goes on. The page is the one that the app goes on to. */
  readonly ended: string | null;
}

export interface Script {
  readonly id: string;
  readonly title: string;
  readonly purpose: string;
  readonly culture: Culture;
  /** Preconditions of the first step. */
  readonly given: readonly string[];
  /** What is needed in addition to the app. */
  readonly need: Need;
  readonly steps: readonly ScriptStep[];
  /** What must be corrected at the end. */
  readonly undo: readonly string[];
}

const graphs: ReadonlyMap<string, Graph> = new Map(flows.map((cases) => [cases.machine.id, graphOf(cases)]));

interface Scripted {
  readonly id: string;
  readonly edges: readonly Edge[];
}

/** A path as a script in a language. The steps that lead to a child flow or to a reload come first. */
export function scriptOf(
  graph: Graph,
  path: Scripted,
  culture: Culture,
  title: string = shortTitle(graph, path),
): Script {
  const words = wordsIn(culture);
  const { names } = words;
  const steps = everyStep(path);
  const acts = actsOf(steps);
  const lost = lostCalls(acts, words);
  const arranged = acts.flatMap((act) => act.steps.flatMap((step) => wayFor(step)));
  const person = personOf(acts);
  return {
    id: path.id,
    title: titleFor(graph, path.edges, culture, title),
    purpose: names?.purpose(graph.id) ?? graph.cases.purpose,
    culture,
    given: givenFor(acts, person, words),
    need: needOfActs(acts),
    steps: acts.map((act, index) => ({
      number: index + 1,
      ...stepOf(act, acts[index - 1], { culture, person, lost }),
    })),
    undo: leftBehind(
      [...steps, ...afterChild(steps, graphs)].map(({ flow, edge }) => ({ flow, state: nodeOf(flow, edge.to).state })),
      arranged,
      person,
      words,
    ),
  };
}

/** Whether a person can walk a path with nothing but the app and the members of the demo club. */
export function isByHand(path: Scripted): boolean {
  return needOfActs(actsOf(everyStep(path))) === 'app';
}

/** How many acts a person does who walks a path by its script. */
export function actCount(path: Scripted): number {
  return actsOf(everyStep(path)).length;
}

/** The steps of a path, with those before a reload: of its host, if the flow is part of another. */
function everyStep(path: Scripted): readonly FlowEdge[] {
  const steps = expand(path, graphs);
  const [first] = steps;
  const flow = graphs.get(first?.flow ?? '');
  const before = first === undefined || flow === undefined ? [] : stepsBefore(flow, first.edge);
  return before.length === 0 ? steps : [...expand({ id: `${first?.flow}-00`, edges: before }, graphs), ...steps];
}

function needOfActs(acts: readonly Act[]): Need {
  const hosts = acts.flatMap(({ steps }) => steps.flatMap(({ flow, edge: { step } }) => hostsOf(flow, step)));
  const all = acts.flatMap((act, index) => [
    // What comes about in different flows comes about in one only if the draft is changed behind its back.
    ...(hosts.some((one) => !hosts.every((other) => other.some((flow) => one.includes(flow))))
      ? (['tools'] as const)
      : []),
    ...act.steps.flatMap(({ flow, edge: { step } }) =>
      step.kind === 'outcome' ? [needOf(casesOf(flow), step.actor, step.outcome)] : [],
    ),
    needOfAct(act, acts[index - 1]),
  ]);
  return needs.findLast((need) => all.includes(need)) ?? 'app';
}

/** The parent flows in which a step of a child flow can be reached; nothing if in all of them. */
function hostsOf(flow: string, step: Step): readonly (readonly string[])[] {
  const hosts = step.kind === 'outcome' ? casesOf(flow).outcomes[step.actor]?.[step.outcome]?.hosts : undefined;
  return hosts === undefined ? [] : [hosts];
}

/** Reloading or pressing while an answer is awaited needs a slow network; no person renews a token. */
function needOfAct(act: Act, before: Act | undefined): Need {
  const [first] = act.steps;
  if (first === undefined || before === undefined) return 'app';
  const end = endOfAct(before);
  const { step } = first.edge;
  if (step.kind === 'event' && casesOf(first.flow).world.includes(step.event))
    return isHappening(step.event) ? worldly[step.event].need : 'tools';
  return nodeOf(end.flow, end.edge.to).tags.includes('waiting') ? 'tools' : 'app';
}

/** What happens outside the screen: what it needs, and what it is called if the guide does it. */
const worldly: Readonly<Record<Happening, { readonly need: Need; readonly happens: string }>> = {
  SIGNED_IN: { need: 'app', happens: 'somebody signs in' },
  SIGNED_OUT: { need: 'app', happens: 'somebody signs out in another tab of this browser' },
  SESSION_ENDED: { need: 'app', happens: 'this session is ended on another device' },
  TOKENS_RENEWED: { need: 'tools', happens: 'another tab of this browser renews the session' },
  RENEWAL_DUE: { need: 'tools', happens: 'the session is due to be renewed' },
  BALANCE_READ: { need: 'app', happens: 'the balance has changed, and the page reads it again' },
  DEVICE_CANCELLED: { need: 'app', happens: 'the member stops what the device asks' },
  DEVICE_KNOWN: { need: 'app', happens: 'the device has a passkey of the account already' },
  DEVICE_UNSUPPORTED: { need: 'tools', happens: 'the device can use no passkey' },
  DEVICE_FAILED: { need: 'tools', happens: 'the device fails' },
};

function isHappening(event: string): event is Happening {
  return event in worldly;
}

/** The member of the whole script; a member for a single form is named there. */
function personOf(acts: readonly Act[]): Person {
  const asked = acts.flatMap((act) =>
    act.steps.flatMap(({ flow, edge: { step } }) =>
      step.kind === 'outcome' ? [personAskedFor(casesOf(flow).outcomes[step.actor]?.[step.outcome]?.arrange)] : [],
    ),
  );
  if (!asked.includes(demo2fa) || asked.includes(demo)) return demo;
  return OF_DEMO_ALONE.has(flowOfActs(acts)) ? demoWithApp : demo2fa;
}

/** Flows that need a matured stake, or more money than `demo2fa` has. */
const OF_DEMO_ALONE: ReadonlySet<string> = new Set(['restake', 'purchase']);
/** The flow of a person who is not a member yet. */
const NEWCOMERS = 'sign-up';

function flowOfActs(acts: readonly Act[]): string {
  return acts[0]?.steps[0]?.flow ?? '';
}

function givenFor(acts: readonly Act[], { who }: Person, words: Words): readonly string[] {
  const flow = flowOfActs(acts);
  if (flow === NEWCOMERS) return [words.clubIsOpen, words.newcomer(demo.username)];
  const isSignedIn = isForMembers(casesOf(flow)) && casesOf(flow).outcomes['restoreSession'] === undefined;
  const person = words.person(who, PASSPHRASE);
  return [words.clubIsOpen, isSignedIn ? words.signedInAs(person) : words.haveMember(person)];
}

/** The way that the cases write down for a call's outcome; a child flow is expanded. */
function wayFor({ flow, edge: { step } }: FlowEdge): readonly Arrangement[] {
  if (step.kind !== 'outcome' || !isCall(casesOf(flow).machine, step.actor)) return [];
  return [casesOf(flow).outcomes[step.actor]?.[step.outcome]?.arrange ?? []].flat();
}

/** What is arranged for a step, unless it is the member who walks the whole script. */
function arrangedFor(step: FlowEdge, whole: Person, words: Words): readonly string[] {
  const { flow, edge } = step;
  if (edge.step.kind !== 'outcome' || !isCall(casesOf(flow).machine, edge.step.actor)) return [];
  const person = personAskedFor(wayFor(step)[0]);
  // The script's beginning already says who walks it.
  if (person?.username === whole.username || (whole === demoWithApp && person === demo2fa)) return [];
  if (person !== null) return [words.use(words.person(person.who, PASSPHRASE))];
  return [arrangementOf(casesOf(flow), edge.step.actor, edge.step.outcome, words) ?? []].flat();
}

function stepOf(
  act: Act,
  before: Act | undefined,
  { culture, person, lost }: Typing & { readonly lost: LostCalls },
): Omit<ScriptStep, 'number'> {
  const [first] = act.steps;
  if (first === undefined) throw new Error('An act has no steps.');
  const words = wordsIn(culture);
  const end = endOfAct(act);
  const here = actor(act) ?? person;
  // What is arranged at another act is reverted there.
  const own = act.steps.filter((step) => !lost.told.has(step));
  const outcomes = own.flatMap(({ flow, edge: { step } }) =>
    step.kind === 'outcome' && isCall(casesOf(flow).machine, step.actor) ? [{ cases: casesOf(flow), ...step }] : [],
  );
  const elsewhere = lost.at.get(act) ?? { prepare: [], undo: [] };
  const prepare = own.flatMap((step) => arrangedFor(step, person, words));
  return {
    step: act.steps.map(({ edge }) => stepLabel(edge.step)).join(', '),
    prepare: [...new Set([...prepare, ...elsewhere.prepare])],
    action: actionOf(first, before, culture),
    data: dataOf(act, culture, here),
    expected: expectedAt(graphAt(end.flow), end.edge.to, culture),
    undo: [
      ...new Set([
        ...outcomes.flatMap(
          ({ cases, actor: call, outcome }) => undoOf({ cases, actor: call, outcome, call: callOf(call) }, words) ?? [],
        ),
        ...elsewhere.undo,
      ]),
    ],
  };
}

/** The member whom the answers of an act require. */
function actor(act: Act): Person | null {
  const asked = act.steps.map(({ flow, edge: { step } }) =>
    step.kind === 'outcome' ? personAskedFor(casesOf(flow).outcomes[step.actor]?.[step.outcome]?.arrange) : null,
  );
  return asked.find((person) => person !== null) ?? null;
}

const MINUTE_MS = 60_000;

function actionOf({ flow, edge: { from, step } }: FlowEdge, before: Act | undefined, culture: Culture): string {
  const cases = casesOf(flow);
  const words = wordsIn(culture);
  if (step.kind === 'start')
    return before === undefined
      ? words.open(addressOf(cases.starts[step.name]?.at ?? step.name, words))
      : words.loadAgain;
  if (step.kind === 'timer') {
    const milliseconds = from === null ? 0 : delayOf(cases, step.delay, nodeOf(flow, from).snapshot);
    return milliseconds >= 2 * MINUTE_MS
      ? words.wait(Math.ceil(milliseconds / MINUTE_MS), 'minutes', step.delay)
      : words.wait(Math.ceil(milliseconds / MS_PER_SECOND), 'seconds', step.delay);
  }
  if (step.kind === 'outcome') return words.waitFor(callOf(step.actor));
  const control = cases.controls[step.event];
  if (control == null) return isHappening(step.event) ? words.happens(step.event) : words.outside(step.event);
  const key = controlName(control, from === null ? '' : (nodeOf(flow, from).meta?.screen ?? ''));
  return words.press(key === null ? inWords(step.event) : shownText(key, culture));
}

/** What happens outside the screen, from the viewer's perspective. */
export function happeningInWords(event: string): string {
  return isHappening(event) ? worldly[event].happens : inWords(event);
}

/** A URL with the member's own values instead of the samples. */
function addressOf(at: string, words: Words): string {
  return inDemoClub(at).replace(/\bstake=[\w-]+/, words.stakeByLink);
}

/** What is typed to get the act's answers. */
function dataOf(act: Act, culture: Culture, person: Person): TypedData {
  const [first] = act.steps;
  if (first === undefined || first.edge.step.kind !== 'event') return [];
  const {
    flow,
    edge: { step },
  } = first;
  const cases = casesOf(flow);
  const control = cases.controls[step.event];
  if (control == null) return [];
  const answered = act.steps[1]?.edge.step;
  const instead =
    answered?.kind === 'outcome'
      ? (casesOf(act.steps[1]?.flow ?? flow).outcomes[answered.actor]?.[answered.outcome]?.typed ?? {})
      : {};
  return typed(control, { ...cases.events[step.event]?.[step.sample] }, instead, { culture, person });
}

function graphAt(flow: string): Graph {
  const graph = graphs.get(flow);
  if (graph === undefined) throw new Error(`There is no flow ${flow}.`);
  return graph;
}

function casesOf(flow: string): Graph['cases'] {
  return graphAt(flow).cases;
}

function nodeOf(flow: string, key: string): Node {
  const node = graphAt(flow).nodes.get(key);
  if (node === undefined) throw new Error('A step leads to no place.');
  return node;
}

/** What must be visible in a situation. */
export function expectedAt(graph: Graph, key: string, culture: Culture): Expected {
  const { meta, state, status, tags, snapshot } = nodeOf(graph.id, key);
  const end = endOf(graph.cases, nodeOf(graph.id, key));
  const title = end === null ? (meta?.title ?? null) : end.title;
  const message = messageKeyOf(graph.cases, nodeOf(graph.id, key));
  return {
    state,
    route: end === null ? (meta?.route ?? null) : end.at.replace(':id', '…'),
    screen: meta?.screen ?? null,
    title: title === null ? null : shownText(title, culture),
    message: message === null ? null : shownText(message, culture),
    waits: tags.includes('waiting'),
    ended: status === 'done' ? ((snapshot.output as { readonly kind?: string } | undefined)?.kind ?? state) : null,
  };
}
