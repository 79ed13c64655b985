// What the guide says about an act: what to do, with which data, what the guide brings about, and what must be visible.
import { controlName, isRefusal } from '#machines/chart/cases.ts';
import { wayOf } from '#machines/chart/arrangements.ts';
import { isCall, type Graph } from '#machines/graph/explore.ts';
import { codeOfKey } from '#fixtures/club/members.ts';
import type { Act } from '#walk/paths/acts.ts';
import { endOfAct } from '#walk/paths/acts.ts';
import { callInWords } from '#walk/script/arrange.ts';
import type { Fields } from '#walk/browser/answering.ts';
import type { Stage } from '#walk/browser/stage.ts';
import type { FlowEdge } from '#walk/paths/expand.ts';
import { flowOf, graphOf } from '#walk/paths/flows.ts';
import { guideWordsIn } from './languages/languages.ts';
import type { GuideWords } from './languages/words.ts';
import type { Datum, GuidedAct } from './report.ts';
import { wordsIn } from '#walk/script/languages/languages.ts';
import { NOTHING_SHOWN, type Shown } from './form.ts';
import { delayOf } from '#walk/machine/driver.ts';
import type { Culture } from '#walk/paths/report.ts';
import { expectedAt, happeningInWords } from '#walk/script/script.ts';
import { seenInSentence } from '#walk/script/formats.ts';
import { chosenText, isForPassword } from '#walk/script/choices.ts';
import { labelText, shownText } from '#walk/paths/texts.ts';
import { inWords, outcomeInWords } from '#machines/graph/words.ts';
import { MS_PER_SECOND } from '#machines/chart/durations.ts';

const MINUTE_MS = 60_000;

/** What is said before an act. */
export type Told = Pick<GuidedAct, 'action' | 'data' | 'arranged' | 'expected' | 'state'>;

/** The context in which an act is described. */
interface Telling {
  readonly fields: Fields;
  /** The form on the screen, if it is known. */
  readonly shown?: Shown;
  readonly culture: Culture;
  readonly address: string;
}

export function tellingOf(act: Act, { fields, shown = NOTHING_SHOWN, culture, address }: Telling): Told {
  const [first] = act.steps;
  if (first === undefined) throw new Error('An act has no steps.');
  const end = endOfAct(act);
  const expected = expectedAt(graphOf(flowOf(end.flow)), end.edge.to, culture);
  return {
    action: actionOf(first, culture, address),
    data: dataOf(first, { fields, shown, culture }),
    arranged: act.steps.flatMap((step) => arrangedAt(step, culture)),
    expected: seenInSentence(expected, culture),
    state: expected.state,
  };
}

/**
 * Whether a person performs the act in the window; the guide performs the others: opening the page, time, other tabs.
 */
export function isPersons({ steps: [first] }: Act): boolean {
  return first?.edge.step.kind === 'event' && !isWorlds(first);
}

function isWorlds({ flow, edge: { step } }: FlowEdge): boolean {
  return step.kind === 'event' && flowOf(flow).world.includes(step.event);
}

function actionOf(first: FlowEdge, culture: Culture, address: string): string {
  const { flow, edge } = first;
  const { step } = edge;
  const cases = flowOf(flow);
  const words = guideWordsIn(culture);
  if (step.kind === 'start') return startOf(step.name, address, words);
  if (step.kind === 'timer')
    return words.lets(durationOf(graphOf(cases), { from: edge.from, delay: step.delay }, words));
  const { names } = wordsIn(culture);
  if (step.kind !== 'event') return names?.outcome(step.outcome) ?? inWords(step.outcome);
  if (isWorlds(first)) return words.seesTo(names?.event(step.event) ?? happeningInWords(step.event));
  const isForm = Object.keys(cases.controls[step.event]?.fields ?? {}).length > 0;
  return (isForm ? words.fillIn : words.press)(controlText(first, culture));
}

/** How the guide gets to the path's start, by the chart's name for it. */
function startOf(name: string, address: string, words: GuideWords): string {
  const [, when = '', what = ''] = /^reloaded (at|when|while) (.+)$/.exec(inWords(name)) ?? [];
  if (when === '') return words.opens(address, /link/.test(inWords(name)) && !name.startsWith('without'));
  const where = when === 'at' ? `to this place: ${what}` : when === 'when' ? 'to the end' : `until the app is ${what}`;
  return words.reloads(address, where);
}

export function controlText({ flow, edge: { from, step } }: FlowEdge, culture: Culture): string {
  if (step.kind !== 'event') return '';
  const cases = flowOf(flow);
  const key = controlName(cases.controls[step.event], graphOf(cases).nodes.get(from ?? '')?.meta?.screen ?? '');
  return key === null ? inWords(step.event) : shownText(key, culture);
}

function durationOf(
  graph: Graph,
  { from, delay }: { readonly from: string | null; readonly delay: string },
  words: GuideWords,
): string {
  const node = graph.nodes.get(from ?? '');
  const milliseconds = node === undefined ? 0 : delayOf(graph.cases, delay, node.snapshot);
  return milliseconds >= 2 * MINUTE_MS
    ? words.minutes(Math.ceil(milliseconds / MINUTE_MS))
    : words.seconds(Math.ceil(milliseconds / MS_PER_SECOND));
}

/** What goes into the fields, in the order and with the labels of the screen. */
export function dataOf(
  first: FlowEdge,
  { fields, shown, culture }: { readonly fields: Fields; readonly shown: Shown; readonly culture: Culture },
): readonly Datum[] {
  if (first.edge.step.kind !== 'event') return [];
  const place = (name: string): number => (shown.order.includes(name) ? shown.order.indexOf(name) : shown.order.length);
  return Object.entries(fields)
    .map(([name, value]) => {
      const keys = keysOf(first, name);
      return {
        name,
        field: keys.length === 0 ? inWords(name) : labelText(keys, culture),
        value: valueText(value, { name, keys, shown, culture }),
        ...(isForPassword(keys) ? { isPassword: true } : {}),
      };
    })
    .toSorted((one, other) => place(one.name) - place(other.name));
}

/** The field of a value. */
interface Field {
  readonly name: string;
  /** The catalogue keys of its label. */
  readonly keys: readonly string[];
  readonly shown: Shown;
  readonly culture: Culture;
}

/**
 * A value as a person reads it. The screen may offer it only after another field has changed, such as a network of
 * another asset: then the catalogue's label is used.
 */
export function valueText(value: string | boolean, { name, keys, shown, culture }: Field): string {
  const words = guideWordsIn(culture);
  if (typeof value === 'boolean') return value ? words.on : words.off;
  return value === '' ? words.empty : (shown.choices[name]?.[value] ?? chosenText(keys, value, culture));
}

/** The catalogue keys of a field's label. */
export function keysOf({ flow, edge: { step } }: FlowEdge, name: string): readonly string[] {
  return step.kind === 'event' ? [flowOf(flow).controls[step.event]?.fields?.[name] ?? []].flat() : [];
}

/** One line per field; a value that could be read as a sentence is in quotation marks. */
export function dataLines(data: readonly Datum[]): readonly string[] {
  return data.map(({ field, value, isPassword }) => `  - ${field}: ${isPassword === true ? `"${value}"` : value}`);
}

/** How the guide brings about an answer that does not come by itself. */
function arrangedAt({ flow, edge: { step } }: FlowEdge, culture: Culture): readonly string[] {
  if (step.kind !== 'outcome') return [];
  const cases = flowOf(flow);
  if (!isCall(cases.machine, step.actor)) return [];
  const words = guideWordsIn(culture);
  const { names } = wordsIn(culture);
  const call = names?.call(step.actor) ?? callInWords(step.actor);
  if (step.outcome === 'networkError') return [words.cuts(call)];
  if (step.outcome === 'undocumentedReply') return [words.garbles(call)];
  const needed = cases.outcomes[step.actor]?.[step.outcome];
  // What is typed, or who types it, already brings the answer about.
  if (needed?.typed !== undefined && needed.arrange === undefined) return [];
  // An ordinary answer comes by itself, and the member is the right one.
  if (!isRefusal(needed?.reply) && (needed?.arrange === undefined || wayOf(needed.arrange).isChoice === true))
    return [];
  return [words.arranges(call, names?.outcome(step.outcome) ?? outcomeInWords(step.outcome))];
}

/**
 * The field for the code of the member's app, whichever code the app shows now; null if there is none among the
 * entries.
 */
export function appCodeIn({ given }: Pick<Stage, 'given'>, fields: Fields): string | null {
  return Object.entries(fields).find(([, value]) => value === given)?.[0] ?? null;
}

export function appCode({ key, club }: Stage): string {
  return codeOfKey(key ?? '', club.services.clock.now());
}
