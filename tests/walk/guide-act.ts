// One act of a guided walk: told, done by the tester or the guide, looked at by both.
import { join } from 'node:path';
import { stepLabel } from '#machines/graph/explore.ts';
import type { Act } from './acts.ts';
import type { Fields } from './browser-answering.ts';
import { begin, check, entries, graphs, press, take, type BrowserWalk } from './browser-driver.ts';
import { PATIENCE_MS, type Stage } from './browser-stage.ts';
import { isForMembers } from './component-world.ts';
import type { FlowEdge } from './expand.ts';
import { appCodeIn, dataLines, dataOf, isPersons, tellingOf, type Told } from './guide-acts.ts';
import { shownIn } from './guide-form.ts';
import { canBeDoneAt, waitForPerson, type Doing, type Helping, type Task } from './guide-person.ts';
import type { GuidedAct, Verdict } from './guide-report.ts';
import { QUESTION, understood, type Terminal } from './guide-terminal.ts';

/** How long a page may take to have a heading before its picture is taken without one. */
const HEADING_MS = 3000;
/** How long the guide waits for what the path promises once something else was typed or pressed. */
const SLIP_PATIENCE_MS = 6000;

/** How a tester leaves a walk. */
export const QUIT = 'The tester ended the walk.';
export const CLOSED = 'The window was closed; the walk ends here.';
export const STOPPED = 'The command was stopped; the walk ends here.';

/** The walk ends before its end, and why. */
export class Ending extends Error {}

export interface Guiding extends Omit<BrowserWalk, 'onStep' | 'trace' | 'unhurried'> {
  readonly terminal: Terminal;
  /** Whether the tester acts in the window; otherwise the guide does each act, and the tester looks at the pictures. */
  readonly byHand: boolean;
  /** Milliseconds that a wait can be looked at before the answer comes. */
  readonly slow: number;
  /** Where the report and the pictures go. */
  readonly folder: string;
  readonly title: string;
  /** What is walked, and the command that walks it again by itself. */
  readonly revision: string;
  readonly again: string;
  /** Ctrl-C. */
  readonly stopped?: AbortSignal;
}

export interface Place {
  readonly stage: Stage;
  readonly steps: readonly FlowEdge[];
  readonly act: Act;
  readonly number: number;
  readonly count: number;
  /** Comes when the tester leaves: closes the window, or stops the command. */
  readonly left: Promise<null>;
  /** Throws where they have left. */
  readonly expectPresence: () => void;
}

/** An act, and why the path does not go on after it; null where it does. */
interface Guided {
  readonly act: GuidedAct;
  readonly why: string | null;
}

export async function guideThrough(place: Place, options: Guiding): Promise<Guided> {
  const { stage, steps, act, number, count } = place;
  const { terminal, culture } = options;
  const first = act.steps[0] as FlowEdge;
  if (act.first === 0) await begin(stage, steps);
  const fields = act.first === 0 ? {} : await entries(stage, steps, act.first);
  const shown = await shownIn(stage.page, first.flow);
  const told = tellingOf(act, { fields, shown, culture, address: addressOf(stage) });
  terminal.fresh();
  terminal.tell(['', `Act ${number} of ${count}. ${told.action}`, ...lines(told), ...(act.first === 0 ? introduction(stage, steps) : [])].join('\n'));
  const album = new Album(place, options);
  const kept = (): Pick<GuidedAct, 'number' | 'slips' | 'remarks' | 'pictures'> => ({ number, slips: album.slips, remarks: album.remarks, pictures: album.files });
  let tried: Tried;
  try {
    tried = await tries(place, { stage, act, fields, shown, culture }, { options, album });
  } catch (error) {
    // What was said of an act is kept, though it was not done.
    if (!(error instanceof Ending) || album.slips.length + album.remarks.length === 0) throw error;
    return { act: { ...told, ...kept(), by: 'tester', found: null, verdict: null }, why: error.message };
  }
  const { doing, found, isAstray } = tried;
  const done = { ...told, data: doing.data, by: doing.by, found };
  if (isAstray) return { act: { ...done, ...kept(), verdict: null }, why: 'The tester went where the path does not go.' };
  await looksDone(stage);
  const picture = await album.take('');
  place.expectPresence();
  terminal.tell(`  Expect: ${told.expected}\n  ${found === null ? 'The guide sees that too.' : `The guide sees something else. ${found}`}${picture === null ? '' : `\n  Picture: ${picture}`}`);
  const verdict = doing.isSkipped ? 'skip' : await judged(place, { options, album });
  const guided = { ...done, ...kept(), verdict };
  if (verdict === null) return { act: guided, why: QUIT };
  if (found === null || (await isThere(stage, act))) return { act: guided, why: null };
  terminal.tell(LOST);
  return { act: guided, why: LOST };
}

const LOST = 'The app is not where the path goes on from, so the walk ends here.';

interface Tools {
  readonly options: Guiding;
  readonly album: Album;
}

interface Tried {
  readonly doing: Doing;
  readonly found: string | null;
  /** The tester has gone where the path doesn't. */
  readonly isAstray: boolean;
}

/** Lets the act be done until it leads where the path goes, or nowhere: what the tester did otherwise is no finding. */
async function tries(place: Place, task: Task, { options, album }: Tools): Promise<Tried> {
  const { terminal } = options;
  let { fields } = task;
  for (;;) {
    const doing = await done(place, { ...task, fields }, { options, album });
    const found = doing.failed ?? (await follow(place, options, doing));
    if (doing.otherwise === null) return { doing, found, isAstray: false };
    album.slips.push(doing.otherwise);
    terminal.tell(`  ${doing.otherwise}`);
    if (found === null) return { doing, found, isAstray: false };
    if (!(await standsAgain(place, task))) {
      terminal.tell('  The app has gone where this path does not go, so the walk ends here. That is no finding.');
      return { doing, found: null, isAstray: true };
    }
    fields = again(task, fields);
    terminal.tell(['  The same form stands there. again: do the act once more, as told:', ...dataLines(dataOf(task.act.steps[0] as FlowEdge, { ...task, fields }))].join('\n'));
  }
}

/** A code of the app that was typed once is used up. */
function again({ stage }: Task, fields: Fields): Fields {
  const coded = appCodeIn(stage, fields);
  return coded === null ? fields : { ...fields, [coded]: stage.freshCode() };
}

/** The act is done, by the tester where it is a person's. */
async function done(place: Place, task: Task, { options, album }: Tools): Promise<Doing & { readonly failed?: string }> {
  const { stage, steps, act, expectPresence } = place;
  const doIt = async (fields: Fields): Promise<void> => (isPersons(act) ? press(stage, act.steps[0] as FlowEdge, fields) : take(stage, steps, act.first));
  const helping: Helping = { terminal: options.terminal, expectPresence, quit: () => new Ending(QUIT), remark: (text) => album.note('remark', text), doIt };
  const byGuide = { by: 'guide', isSkipped: false, data: dataOf(act.steps[0] as FlowEdge, task), otherwise: null } as const;
  try {
    if (options.byHand && isPersons(act)) return await waitForPerson(task, helping);
    if (act.first > 0) await doIt(task.fields);
    return byGuide;
  } catch (error) {
    return { ...byGuide, failed: wrong(place, error) };
  }
}

/** What went wrong at an act, in words; throws where the tester has left. */
function wrong({ act, expectPresence }: Place, error: unknown): string {
  if (error instanceof Ending) throw error;
  expectPresence();
  return `${stepLabel((act.steps[0] as FlowEdge).edge.step)}: ${(error as Error).message}`;
}

/** Brings about what follows from the act, and looks at each step of it; what is otherwise than promised, or null. */
async function follow(place: Place, options: Guiding, { otherwise }: Doing): Promise<string | null> {
  const { stage, steps, act } = place;
  if (otherwise !== null) stage.patience = SLIP_PATIENCE_MS;
  try {
    for (const offset of act.steps.keys()) {
      const index = act.first + offset;
      if (offset > 0) {
        if (options.slow > 0) await new Promise((resolve) => setTimeout(resolve, options.slow));
        await take(stage, steps, index);
      }
      await check(stage, steps, index, options);
    }
    return null;
  } catch (error) {
    return wrong(place, error);
  } finally {
    stage.patience = PATIENCE_MS;
  }
}

/** Waits until the app has come to rest with what was done otherwise; whether the act can be done once more there. */
async function standsAgain({ stage, act, expectPresence }: Place, task: Task): Promise<boolean> {
  const { flow } = act.steps[0] as FlowEdge;
  const nodes = [...(graphs.get(flow)?.nodes.values() ?? [])];
  const rests = async (): Promise<boolean> => {
    await stage.release();
    const state = (await stage.log(flow)).at(-1)?.state;
    return !nodes.some((node) => node.state === state && node.tags.includes('waiting'));
  };
  stage.patience = SLIP_PATIENCE_MS;
  const isAtRest = await stage.until(rests, 'the app to come to rest').then(() => true, () => false);
  stage.patience = PATIENCE_MS;
  expectPresence();
  const log = await stage.log(flow);
  stage.read(flow, log);
  return isAtRest && canBeDoneAt(task, log.at(-1)?.state ?? '');
}

/** The pictures of an act, what was said of it, and what was done otherwise. */
class Album {
  readonly files: string[] = [];
  readonly slips: string[] = [];
  readonly remarks: string[] = [];
  private readonly place: Place;
  private readonly folder: string;

  constructor(place: Place, { folder }: Guiding) {
    this.place = place;
    this.folder = folder;
  }

  /** Takes a picture of the whole page; where it lies, or null where there is no page any more. */
  async take(what: string): Promise<string | null> {
    const name = String(this.place.number).padStart(2, '0') + (what === '' ? '' : `-${what}`);
    const before = this.files.filter((file) => file.startsWith(name) && /^(-\d+)?\.png$/.test(file.slice(name.length))).length;
    const file = `${name}${before === 0 ? '' : `-${before + 1}`}.png`;
    const path = join(this.folder, file);
    return this.place.stage.page.screenshot({ path, fullPage: true }).then(() => (this.files.push(file), path), () => null);
  }

  /** Keeps what the tester said with a picture of what they see now. */
  async note(what: 'remark' | 'fail', text: string): Promise<void> {
    if (text !== '') this.remarks.push(text);
    await this.take(what);
  }
}

/** The picture shows what the tester will see: where a flow is over, the page that the app goes on to. */
async function looksDone({ page }: Stage): Promise<void> {
  await page.locator('main h1:visible').first().waitFor({ timeout: HEADING_MS }).catch(() => undefined);
}

function lines({ data, arranged }: Told): readonly string[] {
  return [...dataLines(data), ...arranged.map((each) => `  The guide ${each}`)];
}

function addressOf({ page }: Stage): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Who the tester is, told at the beginning. */
function introduction(stage: Stage, steps: readonly FlowEdge[]): readonly string[] {
  const member = memberOf(stage, steps);
  return member === null ? ['  Nobody is signed in.'] : [`  You are signed in as ${member}.`];
}

export function memberOf(stage: Stage, [first]: readonly FlowEdge[]): string | null {
  const graph = graphs.get(first?.flow ?? '');
  const [member] = stage.cast();
  if (member === undefined) return null;
  const factor = stage.key === null ? '' : `, key of the authenticator app ${stage.key}`;
  return graph !== undefined && isForMembers(graph.cases) ? `${member.username} (password "${member.password}", mail ${member.email}${factor})` : null;
}

/** Whether the flow stands in the state that the act leads to, whatever else of the screen is wrong. */
async function isThere(stage: Stage, { steps }: Act): Promise<boolean> {
  const { flow, edge } = steps.at(-1) as FlowEdge;
  return (await stage.log(flow)).at(-1)?.state === graphs.get(flow)?.nodes.get(edge.to)?.state;
}

/** Asks until there is a verdict; null where the tester leaves. */
async function judged({ left }: Place, { options: { terminal }, album }: Tools): Promise<Verdict | null> {
  for (;;) {
    terminal.fresh();
    terminal.tell(`  ${QUESTION}`);
    const line = await Promise.race([terminal.line(), left]);
    const said = line === null ? ({ kind: 'quit' } as const) : understood(line);
    if (said.kind === 'quit') return null;
    if (said.kind === 'help') terminal.tell('  That was not understood.');
    if (said.kind === 'remark') await album.note('remark', said.remark);
    if (said.kind !== 'verdict') continue;
    if (said.verdict === 'fail') await album.note('fail', said.remark);
    else if (said.remark !== '') album.remarks.push(said.remark);
    return said.verdict;
  }
}
