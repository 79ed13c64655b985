// A guided walk: the app stands open in a window as the right member, the guide tells one act at a time, brings the
// answers of the server about, looks at the screen after each act and asks the tester what they think of it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stepLabel } from '#machines/graph/explore.ts';
import { actsOf, type Act } from './acts.ts';
import type { Fields } from './browser-answering.ts';
import { afterwards, begin, check, entries, graphs, press, take, type BrowserWalk } from './browser-driver.ts';
import { awaitedBy, heldCalls } from './browser-held.ts';
import { Stage } from './browser-stage.ts';
import { isForMembers } from './component-world.ts';
import { expand, type FlowEdge } from './expand.ts';
import { appCode, appCodeIn, isPersons, tellingOf, type Told } from './guide-acts.ts';
import { guidedSentence, writeReport, type GuidedAct, type GuidedWalk, type Verdict } from './guide-report.ts';
import { QUESTION, understood, type Terminal } from './guide-terminal.ts';
import type { Walk } from './report.ts';

const POLL_MS = 100;
/** How long a page may take to have a heading before its picture is taken without one. */
const HEADING_MS = 3000;

export interface Guiding extends Omit<BrowserWalk, 'onStep'> {
  readonly terminal: Terminal;
  /** Whether the tester acts in the window; otherwise the guide does each act, and the tester looks at the pictures. */
  readonly byHand: boolean;
  /** Milliseconds that a wait can be looked at before the answer comes. */
  readonly slow: number;
  /** Where the report and the pictures go. */
  readonly folder: string;
  readonly title: string;
}

/** The tester has had enough. */
class Quit extends Error {}

/** Guides a tester through a path and returns what became of it; the report is written after each act. */
export async function guide({ graph, path }: Walk, options: Guiding): Promise<GuidedWalk> {
  const steps = expand(path, graphs);
  const acts = actsOf(steps);
  const stage = await Stage.open(options.browser, options.club, { culture: options.culture, held: heldCalls(steps), awaits: awaitedBy(steps) });
  const began = new Date().toISOString();
  const done: GuidedAct[] = [];
  const walkSoFar = (atTheEnd: string | null = null): GuidedWalk => ({
    id: path.id,
    title: options.title,
    purpose: graph.cases.purpose,
    culture: options.culture,
    began,
    ended: new Date().toISOString(),
    member: memberOf(stage, steps),
    length: acts.length,
    acts: done,
    afterwards: atTheEnd,
  });
  mkdirSync(options.folder, { recursive: true });
  options.terminal.tell(`${path.id}: ${options.title}\n${graph.cases.purpose}`);
  let atTheEnd: string | null = null;
  try {
    for (const [index, act] of acts.entries()) {
      const guided = await guideThrough({ stage, steps, act, number: index + 1, count: acts.length }, options);
      done.push(guided.act);
      writeReport(options.folder, walkSoFar());
      if (guided.isLost) options.terminal.tell('The app is not where the path goes on from, so the walk ends here.');
      if (guided.isLost || guided.act.verdict === null) break;
    }
    if (done.length === acts.length) atTheEnd = (await afterwards(stage, steps.length - 1))?.message ?? null;
  } catch (error) {
    if (!(error instanceof Quit)) throw error;
  } finally {
    await stage.close();
  }
  const walk = walkSoFar(atTheEnd);
  writeReport(options.folder, walk);
  options.terminal.tell(`${atTheEnd === null ? '' : `${atTheEnd}\n`}${guidedSentence(walk)}`);
  return walk;
}

interface Place {
  readonly stage: Stage;
  readonly steps: readonly FlowEdge[];
  readonly act: Act;
  readonly number: number;
  readonly count: number;
}

async function guideThrough(place: Place, options: Guiding): Promise<{ readonly act: GuidedAct; readonly isLost: boolean }> {
  const { stage, steps, act, number, count } = place;
  const { terminal, folder } = options;
  const first = act.steps[0] as FlowEdge;
  if (act.first === 0) await begin(stage, steps);
  const fields = act.first === 0 ? {} : await entries(stage, steps, act.first);
  const told = tellingOf(act, fields, options.culture, addressOf(stage));
  terminal.tell(['', `Act ${number} of ${count}. ${told.action}`, ...lines(told), ...(act.first === 0 ? introduction(stage, steps) : [])].join('\n'));
  let skipped = false;
  const found = await (async () => {
    if (options.byHand && isPersons(act)) skipped = (await waitForPerson(place, fields, options)) === 'skip';
    else if (act.first > 0) await doIt(place, fields);
    for (const [offset] of act.steps.entries()) {
      const index = act.first + offset;
      if (offset > 0) {
        if (options.slow > 0) await new Promise((resolve) => setTimeout(resolve, options.slow));
        await take(stage, steps, index);
      }
      await check(stage, steps, index, options);
    }
    return null;
  })().catch((error: unknown) => {
    if (error instanceof Quit) throw error;
    return `${stepLabel(first.edge.step)}: ${(error as Error).message}`;
  });
  const picture = `${String(number).padStart(2, '0')}.png`;
  await looksDone(stage);
  await stage.page.screenshot({ path: join(folder, picture) }).catch(() => undefined);
  terminal.tell(`  Expect: ${told.expected}\n  ${found === null ? 'The guide sees that too.' : `The guide sees something else. ${found}`}\n  Picture: ${join(folder, picture)}`);
  const { verdict, remarks } = skipped ? { verdict: 'skip' as const, remarks: [] } : await judged(terminal);
  return { act: { number, ...told, found, verdict, remarks, picture }, isLost: found !== null && !(await isThere(stage, act)) };
}

/** The picture shows what the tester will see: where a flow is over, the page that the app goes on to. */
async function looksDone({ page }: Stage): Promise<void> {
  await page.locator('main h1:visible').first().waitFor({ timeout: HEADING_MS }).catch(() => undefined);
}

function lines({ data, arranged }: Told): readonly string[] {
  return [...data.map(({ field, value }) => `  - ${field}: ${value}`), ...arranged.map((each) => `  The guide ${each}`)];
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

function memberOf(stage: Stage, [first]: readonly FlowEdge[]): string | null {
  const graph = graphs.get(first?.flow ?? '');
  const [member] = stage.cast();
  if (member === undefined) return null;
  const factor = stage.key === null ? '' : `, key of the authenticator app ${stage.key}`;
  return graph !== undefined && isForMembers(graph.cases) ? `${member.username} (password ${member.password}, mail ${member.email}${factor})` : null;
}

async function doIt({ stage, steps, act }: Place, fields: Fields): Promise<void> {
  if (isPersons(act)) await press(stage, act.steps[0] as FlowEdge, fields);
  else await take(stage, steps, act.first);
}

/** Waits until the app has heard the act that was told. The guide does it where the tester says so. */
async function waitForPerson(place: Place, fields: Fields, { terminal }: Guiding): Promise<'done' | 'skip'> {
  const { stage, act } = place;
  const { flow } = act.steps[0] as FlowEdge;
  const coded = appCodeIn(stage, fields);
  let code = coded === null ? null : appCode(stage);
  let current = fields;
  terminal.tell('  Do it in the window; the guide sees it. Or say: do (the guide does it), skip (the guide does it, no verdict), quit.');
  while ((await stage.news(flow)).length === 0) {
    const line = terminal.said()?.trim().toLowerCase() ?? null;
    if (line === 'do' || line === 'skip') {
      await doIt(place, current);
      return line === 'do' ? 'done' : 'skip';
    }
    if (line === 'q' || line === 'quit') throw new Quit();
    if (line !== null) terminal.tell('  The act comes first. Say do, skip or quit.');
    if (coded !== null && code !== appCode(stage)) {
      code = appCode(stage);
      current = { ...current, [coded]: code };
      terminal.tell(`  The app shows another code now: ${code}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return 'done';
}

/** Whether the flow stands in the state that the act leads to, whatever else of the screen is wrong. */
async function isThere(stage: Stage, { steps }: Act): Promise<boolean> {
  const { flow, edge } = steps.at(-1) as FlowEdge;
  return (await stage.log(flow)).at(-1)?.state === graphs.get(flow)?.nodes.get(edge.to)?.state;
}

/** Asks until there is a verdict; null where the tester leaves. */
async function judged(terminal: Terminal): Promise<{ readonly verdict: Verdict | null; readonly remarks: readonly string[] }> {
  const remarks: string[] = [];
  for (;;) {
    terminal.tell(`  ${QUESTION}`);
    const line = await terminal.line();
    const said = line === null ? ({ kind: 'quit' } as const) : understood(line);
    if (said.kind === 'quit') return { verdict: null, remarks };
    if (said.kind === 'remark') remarks.push(said.remark);
    if (said.kind === 'verdict') return { verdict: said.verdict, remarks: said.remark === '' ? remarks : [...remarks, said.remark] };
  }
}
