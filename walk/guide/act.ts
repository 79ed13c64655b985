// One act of a guided walk: described, performed by the tester or the guide, checked by both.
import { join } from 'node:path';
import { stepLabel } from '#machines/graph/explore.ts';
import { endOfAct, type Act } from '#walk/paths/acts.ts';
import type { Fields } from '#walk/browser/answering.ts';
import { begin, check, entries, graphs, press, take, type BrowserWalk } from '#walk/browser/driver.ts';
import { PATIENCE_MS, type Stage } from '#walk/browser/stage.ts';
import type { FlowEdge } from '#walk/paths/expand.ts';
import { appCodeIn, dataLines, dataOf, isPersons, tellingOf, type Told } from './acts.ts';
import { shownIn } from './form.ts';
import type { Cast } from './member.ts';
import type { ActMail, Mailbox } from './mails.ts';
import { finding, showsNow, type Finding } from './found.ts';
import type { Culture } from '#walk/paths/report.ts';
import { Album } from './album.ts';
import { addressOf, isThere, looksDone } from './on-page.ts';
import { canBeDoneAt, takenAlready, waitForPerson, type Doing, type Helping, type Task } from './person.ts';
import { guideWordsIn } from './languages/languages.ts';
import { ENDINGS, type GuideWords } from './languages/words.ts';
import type { GuidedAct, TesterVerdict } from './report.ts';
import { understood, understoodBefore, type Terminal } from './terminal.ts';

/** How long the guide waits for the path's promise after something else was typed or pressed. */
const SLIP_PATIENCE_MS = 6000;

/** How a tester leaves a walk. */
export const QUIT = ENDINGS.quit;
export const CLOSED = ENDINGS.closed;
/** The app has left the path: for good, or the tester restarts the path. */
export const ASTRAY = ENDINGS.astray;
export const WENT_ON = ENDINGS.wentOn;
export const BEGUN_AGAIN = ENDINGS.begunAgain;
/** The tester wants to restart the path. */
export const AGAIN = ENDINGS.again;
export const STOPPED = ENDINGS.stopped;

/** The walk ends early; the message says why. */
export class Ending extends Error {}

export interface Guiding extends Omit<BrowserWalk, 'onStep' | 'trace' | 'unhurried'> {
  readonly terminal: Terminal;
  /**
   * Whether the tester acts in the window; otherwise the guide performs each act, and the tester views the pictures.
   */
  readonly byHand: boolean;
  /** Milliseconds for which a wait is visible before the answer comes. */
  readonly slow: number;
  /** The folder for the report and the pictures. */
  readonly folder: string;
  readonly title: string;
  /** What is walked, and the command that repeats it automatically. */
  readonly revision: string;
  readonly again: string;
  /** Ctrl-C. */
  readonly stopped?: AbortSignal;
}

export interface GuidePosition {
  readonly stage: Stage;
  readonly steps: readonly FlowEdge[];
  readonly act: Act;
  /** The number that the script gives to the act, of how many. The guide does the acts before a reload in one go. */
  readonly number: number;
  readonly from: number;
  readonly count: number;
  readonly mailbox: Mailbox;
  readonly cast: Cast;
  /** Resolves when the tester leaves: closes the window, or stops the command. */
  readonly left: Promise<null>;
  /** Throws if they have left. */
  readonly expectPresence: () => void;
}

/** An act, and why the path does not continue after it; null if it does. */
interface Guided {
  readonly act: GuidedAct;
  readonly why: string | null;
  /** Whether the tester has quit where the path was left: no other path is opened. */
  readonly hasQuit?: boolean;
}

/** Guides through an act. What the app breaks before or between the guide's own checks is a finding as well. */
export async function guideThrough(place: GuidePosition, options: Guiding): Promise<Guided> {
  const album = new Album(place, options.folder);
  const mails: ActMail[] = [];
  try {
    return await guideThroughAct(place, { options, album, mails });
  } catch (error) {
    return await broken(place, { error, options, album, mails });
  }
}

/** The act that the app has broken, so that the path ends there; throws if the tester has left. */
async function broken(
  place: GuidePosition,
  { error, options, album, mails }: Tools & { readonly error: unknown },
): Promise<Guided> {
  const { stage, act } = place;
  const { terminal, culture } = options;
  const { found, details } = await wrong(place, { error, step: act.steps[0] as FlowEdge, culture });
  const told = tellingOf(act, { fields: {}, culture, address: addressOf(stage) });
  const lost = { ...told, by: 'guide', isDone: false, found, details, verdict: null } as const;
  tellAct(place, told, options);
  tellResult({ ...lost, mails }, await album.take(''), options);
  terminal.tell(guideWordsIn(culture).endings.lost);
  return { act: { ...lost, ...kept(place, album, mails) }, why: ENDINGS.lost };
}

function kept(
  { number, from }: GuidePosition,
  { slips, remarks, files }: Album,
  mails: readonly ActMail[],
): Pick<GuidedAct, 'number' | 'from' | 'mails' | 'slips' | 'remarks' | 'pictures'> {
  return { number, from, mails, slips, remarks, pictures: files };
}

async function guideThroughAct(place: GuidePosition, { options, album, mails }: Tools): Promise<Guided> {
  const { stage, steps, act, number, mailbox } = place;
  const { terminal, culture } = options;
  if (act.first === 0) await begin(stage, steps);
  await stage.letTimersCome(false);
  const task = await taskAt(place, culture);
  const told = tellingOf(act, { ...task, address: addressOf(stage) });
  tellAct(place, told, options);
  let tried: Tried;
  try {
    tried = await tries(place, task, { options, album });
  } catch (error) {
    // Remarks about an act are kept, though it was not completed.
    if (!(error instanceof Ending) || album.slips.length + album.remarks.length === 0) throw error;
    return {
      act: {
        ...told,
        ...kept(place, album, mails),
        by: 'tester',
        isDone: false,
        found: null,
        details: null,
        verdict: null,
      },
      why: error.message,
    };
  }
  const { doing, found: different, isAstray } = tried;
  const found = different?.found ?? null;
  const done = {
    ...told,
    data: doing.data,
    by: doing.by,
    isDone: !isAstray,
    found,
    details: different?.details ?? null,
  };
  if (isAstray) {
    const isAgain = await isBegunAgain(place, options);
    return {
      act: { ...done, ...kept(place, album, mails), verdict: null },
      why: isAgain ? BEGUN_AGAIN : doing.by === 'app' ? WENT_ON : ASTRAY,
      hasQuit: !isAgain,
    };
  }
  await looksDone(stage, act);
  const picture = await album.take('');
  mails.push(...(await mailbox.news(options.folder, number)));
  place.expectPresence();
  tellResult({ ...done, mails }, picture, options);
  const verdict = doing.isSkipped ? 'skip' : await judged(place, { options, album });
  const isOver = verdict === 'quit' || verdict === 'again';
  const guided = { ...done, ...kept(place, album, mails), verdict: isOver ? null : verdict };
  if (isOver) return { act: guided, why: verdict === 'quit' ? QUIT : AGAIN };
  if (found === null || (await isThere(stage, act))) return { act: guided, why: null };
  terminal.tell(guideWordsIn(culture).endings.lost);
  return { act: guided, why: ENDINGS.lost };
}

function tellAct({ number, from, count, cast }: GuidePosition, told: Told, { terminal, culture }: Guiding): void {
  const words = guideWordsIn(culture).terminal;
  terminal.fresh();
  terminal.tell(
    [
      '',
      words.act(from === number ? String(number) : `${from}–${number}`, count, told.action),
      ...lines(told, words),
      ...cast.introduced().map((line) => `  ${line}`),
    ].join('\n'),
  );
}

function tellResult(
  { expected, found, by, mails }: Pick<GuidedAct, 'expected' | 'found' | 'by' | 'mails'>,
  picture: string | null,
  { terminal, culture, folder }: Guiding,
): void {
  const words = guideWordsIn(culture).terminal;
  const told = [
    words.expect(expected),
    found === null ? words.seesToo : words.seesElse(found),
    ...(picture === null ? [] : [words.picture(picture)]),
    ...(by === 'app' ? [words.byApp] : []),
    ...mails.map((mail) => words.mail({ ...mail, file: join(folder, mail.file) })),
  ];
  terminal.tell(told.map((line) => `  ${line}`).join('\n'));
}

/** The task for the person right now: with fresh codes, and with the form as it is. */
async function taskAt({ stage, steps, act }: GuidePosition, culture: Culture): Promise<Task> {
  const fields = act.first === 0 ? {} : await entries(stage, steps, act.first);
  return {
    stage,
    act,
    fields,
    coded: appCodeIn(stage, fields),
    shown: await shownIn(stage.page, (act.steps[0] as FlowEdge).flow),
    culture,
  };
}

interface Noting {
  readonly options: Guiding;
  readonly album: Album;
}

interface Tools extends Noting {
  /** The mails that came with the act so far. */
  readonly mails: ActMail[];
}

interface Tried {
  readonly doing: Doing;
  readonly found: Finding | null;
  /** Whether the tester has left the path. */
  readonly isAstray: boolean;
}

/** Repeats the act until it leads where the path goes, or nowhere: the tester's slips are not findings. */
async function tries(place: GuidePosition, first: Task, { options, album }: Noting): Promise<Tried> {
  const { terminal, culture } = options;
  const words = guideWordsIn(culture).terminal;
  let isAgain = false;
  for (let task = first; ; task = await taskAt(place, first.culture)) {
    if (isAgain)
      terminal.tell([`  ${words.sameForm}`, ...dataLines(dataOf(task.act.steps[0] as FlowEdge, task))].join('\n'));
    const doing = await done(place, task, { options, album });
    if (doing.otherwise !== null) {
      album.slips.push(doing.otherwise);
      terminal.tell(`  ${words.looks(doing.otherwise)}`);
    }
    const found = doing.failed ?? (await follow(place, options, doing));
    if (doing.otherwise === null) return { doing, found, isAstray: false };
    if (found === null) return { doing, found, isAstray: false };
    if (!(await standsAgain(place, task))) {
      terminal.tell(`  ${words.gone}`);
      return { doing, found: null, isAstray: true };
    }
    isAgain = true;
  }
}

/** Performs the act: the tester does it if it is a person's. */
async function done(
  place: GuidePosition,
  task: Task,
  { options, album }: Noting,
): Promise<Doing & { readonly failed?: Finding }> {
  const { stage, steps, act, expectPresence } = place;
  const doIt = async (fields: Fields): Promise<void> =>
    isPersons(act) ? press(stage, act.steps[0] as FlowEdge, fields) : take(stage, steps, act.first);
  const helping: Helping = {
    terminal: options.terminal,
    expectPresence,
    quit: () => new Ending(QUIT),
    again: () => new Ending(AGAIN),
    remark: async (text) => {
      await album.note('remark', text);
      options.terminal.tell(`  ${guideWordsIn(task.culture).terminal.noted}`);
    },
    doIt,
  };
  const byGuide = {
    by: 'guide',
    taken: act.steps[0] as FlowEdge,
    isSkipped: false,
    data: dataOf(act.steps[0] as FlowEdge, task),
    otherwise: null,
  } as const;
  try {
    if (options.byHand && isPersons(act)) return await waitForPerson(task, helping);
    const already = act.first === 0 || !options.byHand ? null : await takenAlready(task);
    if (already !== null) return { ...byGuide, ...already };
    if (act.first > 0) await doIt(task.fields);
    return byGuide;
  } catch (error) {
    return { ...byGuide, failed: await wrong(place, { error, step: endOfAct(act), culture: task.culture }) };
  }
}

/** What went wrong at a step of an act; throws if the tester has left. */
async function wrong(
  { stage, act, expectPresence }: GuidePosition,
  { error, step, culture }: { readonly error: unknown; readonly step: FlowEdge; readonly culture: Culture },
): Promise<Finding> {
  if (error instanceof Ending) throw error;
  expectPresence();
  const { found, details } = finding(step, { shows: await showsNow(stage.page), error, culture });
  expectPresence();
  return { found, details: `${stepLabel((act.steps[0] as FlowEdge).edge.step)}: ${details}` };
}

/** Brings about what follows from the act, and checks each step; returns what differs from the promise, or null. */
async function follow(place: GuidePosition, options: Guiding, { otherwise, taken }: Doing): Promise<Finding | null> {
  const { stage, act } = place;
  const steps = place.steps.with(act.first, taken);
  let at = act.first;
  if (otherwise !== null) stage.patience = SLIP_PATIENCE_MS;
  try {
    for (const offset of act.steps.keys()) {
      const index = (at = act.first + offset);
      if (offset > 0) {
        if (options.slow > 0) await new Promise((resolve) => setTimeout(resolve, options.slow));
        await take(stage, steps, index);
      }
      await check(stage, steps, index, options);
    }
    return null;
  } catch (error) {
    return await wrong(place, { error, step: steps[at] ?? endOfAct(act), culture: options.culture });
  } finally {
    stage.patience = PATIENCE_MS;
  }
}

/** Waits until the app is at rest after a slip; returns whether the act can be repeated there. */
async function standsAgain({ stage, act, expectPresence }: GuidePosition, task: Task): Promise<boolean> {
  const { flow } = act.steps[0] as FlowEdge;
  const nodes = [...(graphs.get(flow)?.nodes.values() ?? [])];
  const rests = async (): Promise<boolean> => {
    await stage.release();
    const state = (await stage.log(flow)).at(-1)?.state;
    return !nodes.some((node) => node.state === state && node.tags.includes('waiting'));
  };
  stage.patience = SLIP_PATIENCE_MS;
  const isAtRest = await stage.until(rests, 'the app to come to rest').then(
    () => true,
    () => false,
  );
  stage.patience = PATIENCE_MS;
  expectPresence();
  const log = await stage.log(flow);
  stage.read(flow, log);
  return isAtRest && canBeDoneAt(task, log.at(-1)?.state ?? '');
}

function lines({ data, arranged }: Told, words: GuideWords['terminal']): readonly string[] {
  return [...dataLines(data), ...arranged.map((each) => `  ${words.does(each)}`)];
}

/** Asks whether to restart the path; false if the tester leaves. */
async function isBegunAgain({ left }: GuidePosition, { terminal, culture }: Guiding): Promise<boolean> {
  const words = guideWordsIn(culture).terminal;
  for (;;) {
    terminal.fresh();
    terminal.tell(`  ${words.againQuestion}`);
    const line = await Promise.race([terminal.line(), left]);
    const said = line === null ? 'quit' : understoodBefore(line).kind;
    if (said === 'quit') return false;
    if (said === 'again') return true;
    terminal.tell(`  ${words.what}`);
  }
}

/** Asks until there is a verdict, or the tester leaves or restarts. */
async function judged(
  { left }: GuidePosition,
  { options: { terminal, culture, club }, album }: Noting,
): Promise<TesterVerdict | 'quit' | 'again'> {
  const words = guideWordsIn(culture).terminal;
  for (;;) {
    terminal.fresh();
    terminal.tell(`  ${words.question}`);
    const goOn = club.standStill();
    const line = await Promise.race([terminal.line(), left]).finally(goOn);
    const said = line === null ? ({ kind: 'quit' } as const) : understood(line);
    if (said.kind === 'quit' || said.kind === 'again') return said.kind;
    if (said.kind === 'help') terminal.tell(`  ${words.what}`);
    if (said.kind === 'remark') {
      await album.note('remark', said.remark);
      terminal.tell(`  ${words.noted}`);
    }
    if (said.kind !== 'verdict') continue;
    if (said.verdict === 'fail') await album.note('fail', said.remark);
    else if (said.remark !== '') album.remarks.push(said.remark);
    return said.verdict;
  }
}
