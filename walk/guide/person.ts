// The person in front of the window: waits until they have performed the act, and reports their slips.
import type { LogEntry } from '#src/recorder/recorder.ts';
import { inWords } from '#machines/graph/words.ts';
import type { Act } from '#walk/paths/acts.ts';
import type { Fields } from '#walk/browser/answering.ts';
import { isStep } from '#walk/browser/expect.ts';
import { sameSteps } from '#walk/browser/held.ts';
import type { Stage } from '#walk/browser/stage.ts';
import type { FlowEdge } from '#walk/paths/expand.ts';
import { flowOf, graphOf } from '#walk/paths/flows.ts';
import { appCode, controlText, dataOf, keysOf, valueText } from './acts.ts';
import { isAsTold, pressedIn, watchForm, type Pressed, type Shown } from './form.ts';
import { guideWordsIn } from './languages/languages.ts';
import { wordsIn } from '#walk/script/languages/languages.ts';
import type { Datum } from './report.ts';
import { understoodBefore, type Terminal } from './terminal.ts';
import type { Culture } from '#walk/paths/report.ts';
import { UNTOLD, type Entry } from '#walk/paths/secrets.ts';

const POLL_MS = 100;

/** A task for a person. */
export interface Task {
  readonly stage: Stage;
  readonly act: Act;
  readonly fields: Fields;
  /** The field for the app's code, which changes soon; null if none is required. */
  readonly coded: string | null;
  readonly shown: Shown;
  readonly culture: Culture;
}

/** The result of a task. */
export interface Doing {
  /** Who did it; the app, if it did by itself what was to be pressed, or went on before it was. */
  readonly by: 'tester' | 'guide' | 'app';
  /** The step that was taken: the act's first, or one that does the same. */
  readonly taken: FlowEdge;
  /** Whether the tester skips the verdict on this act. */
  readonly isSkipped: boolean;
  readonly data: readonly Datum[];
  /** What the tester did differently; null if nothing. */
  readonly otherwise: string | null;
}

/** The guide's functions while the person uses the window. */
export interface Helping {
  readonly terminal: Terminal;
  /** Throws where the tester has left. */
  readonly expectPresence: () => void;
  readonly quit: () => Error;
  /** Returns the error that restarts the path. */
  readonly again: () => Error;
  readonly remark: (text: string) => Promise<void>;
  /** Performs the act. */
  readonly doIt: (fields: Fields) => Promise<void>;
}

/** Waits until the app has received input from the person. The guide performs the act if they say so. */
export async function waitForPerson(
  task: Task,
  { terminal, expectPresence, quit, again, remark, doIt }: Helping,
): Promise<Doing> {
  const { stage, act, coded, shown, culture } = task;
  const words = guideWordsIn(culture).terminal;
  const first = act.steps[0] as FlowEdge;
  const codes = coded === null ? [] : [String(task.fields[coded])];
  const current = (): Fields => (coded === null ? task.fields : { ...task.fields, [coded]: codes.at(-1) ?? '' });
  const told = (name: string): readonly (string | boolean)[] => (name === coded ? codes : [task.fields[name] ?? '']);
  await watchForm(stage.page);
  terminal.tell(`  ${words.doIt(words.before)}`);
  for (;;) {
    expectPresence();
    const heard = (await stage.news(first.flow)).filter(({ event }) => !flowOf(first.flow).world.includes(event));
    expectPresence();
    if (heard.length > 0)
      return judgedDoing(task, { heard, pressed: await pressedIn(stage.page, first.flow, told), codes });
    if (coded !== null && codes.at(-1) !== appCode(stage)) {
      codes.push(stage.freshCode());
      terminal.tell(`  ${words.otherCode(codes.at(-1) ?? '')}`);
    }
    const line = terminal.said();
    const said = line === null ? null : understoodBefore(line);
    if (said?.kind === 'do' || said?.kind === 'skip') {
      await doIt(current());
      return {
        by: 'guide',
        taken: first,
        isSkipped: said.kind === 'skip',
        data: dataOf(first, { fields: current(), shown, culture }),
        otherwise: null,
      };
    }
    if (said?.kind === 'quit') throw quit();
    if (said?.kind === 'remark') await remark(said.remark);
    if (said?.kind === 'again') throw again();
    if (said?.kind === 'early') terminal.tell(`  ${words.early(words.before)}`);
    if (said?.kind === 'help') terminal.tell(`  ${words.notUnderstood(words.before)}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

interface Seen {
  readonly heard: readonly LogEntry[];
  readonly pressed: Pressed | null;
  /** The app's codes that the guide said, the newest last. */
  readonly codes: readonly string[];
}

/** Compares the app's input with what the guide said. */
export function judgedDoing(
  { act, fields, coded, shown, culture }: Omit<Task, 'stage'>,
  { heard, pressed, codes }: Seen,
): Doing {
  const first = act.steps[0] as FlowEdge;
  const { step } = first.edge;
  const words = guideWordsIn(culture);
  const wanted = step.kind === 'event' ? step.event : '';
  const typed: Readonly<Record<string, Entry>> =
    pressed?.event === null || pressed?.event === wanted ? pressed.fields : {};
  // Any code that the guide said counts; for any other, the newest is the expected one.
  const usedCode = codes.find((code) => isAsTold(typed[coded ?? ''] ?? '', code, false)) ?? codes.at(-1);
  const used: Fields = coded === null || usedCode === undefined ? fields : { ...fields, [coded]: usedCode };
  const data = dataOf(first, { fields: used, shown, culture }).map((datum) => {
    const { name, isPassword = false } = datum;
    const instead = typed[name];
    if (instead === undefined || isAsTold(instead, used[name] ?? '', isPassword)) return datum;
    return {
      ...datum,
      typed: instead === UNTOLD ? null : valueText(instead, { name, keys: keysOf(first, name), shown, culture }),
    };
  });
  const done = { by: 'tester', taken: first, isSkipped: false, data } as const;
  const [head] = heard;
  if (head !== undefined && !heard.some(({ event }) => event === wanted)) {
    const taken = sameSteps(first).find(({ edge }) => isStep(edge, head));
    if (taken !== undefined) return { ...done, by: doerOf(head), taken, otherwise: null };
    return { ...done, by: doerOf(head), otherwise: otherAct(head, { first, pressed, culture }) };
  }
  const slips = data.flatMap(({ field, value, typed: instead }) =>
    instead === undefined ? [] : [words.slips.typed(field, value, instead)],
  );
  return { ...done, otherwise: slips.length === 0 ? null : slips.join(words.finds.gap) };
}

/** Who sent an event: timers and restarts are the app's own. */
function doerOf({ event }: LogEntry): 'tester' | 'app' {
  return event.startsWith('xstate.') ? 'app' : 'tester';
}

/** Who has already taken the act's first step, if the guide was about to let a timer come; null if nobody has. */
export async function takenAlready({
  stage,
  act,
}: Pick<Task, 'stage' | 'act'>): Promise<Pick<Doing, 'by' | 'taken'> | null> {
  const first = act.steps[0] as FlowEdge;
  if (first.edge.step.kind !== 'timer') return null;
  const news = await stage.news(first.flow);
  for (const entry of news) {
    const taken = sameSteps(first).find(({ edge }) => isStep(edge, entry));
    if (taken !== undefined) return { by: doerOf(entry), taken };
  }
  return null;
}

function otherAct(
  { event }: LogEntry,
  {
    first,
    pressed,
    culture,
  }: { readonly first: FlowEdge; readonly pressed: Pressed | null; readonly culture: Culture },
): string {
  const { slips, finds } = guideWordsIn(culture);
  const happened = (): string => {
    if (event === 'xstate.init') return slips.startedOver;
    if (event.startsWith('xstate.')) return slips.wentOn;
    if (pressed?.event === event && pressed.control !== null && pressed.control !== '')
      return slips.pressed(pressed.control);
    return slips.heard(wordsIn(culture).names?.event(event) ?? inWords(event));
  };
  return [slips.toPress(controlText(first, culture)), happened()].join(finds.gap);
}

/** Whether the flow is on the same screen again, where the act can be repeated. */
export function canBeDoneAt({ act }: Pick<Task, 'act'>, state: string): boolean {
  const { flow, edge } = act.steps[0] as FlowEdge;
  const { step } = edge;
  const graph = graphOf(flowOf(flow));
  const screen = graph.nodes.get(edge.from ?? '')?.meta?.screen;
  return graph.edges.some(({ from, step: other }) => {
    const node = graph.nodes.get(from ?? '');
    return (
      step.kind === 'event' &&
      other.kind === 'event' &&
      other.event === step.event &&
      node?.state === state &&
      node.meta?.screen === screen
    );
  });
}
