// A guided walk: the app is open in a window as the right member. The guide describes one act at a time, brings about
// the server's answers, checks the screen after each act and asks the tester for a verdict.
import { mkdirSync } from 'node:fs';
import { actsOf } from '#walk/paths/acts.ts';
import { afterwards, graphs } from '#walk/browser/driver.ts';
import { awaitedBy, heldCalls, longestTimer } from '#walk/browser/held.ts';
import { Stage } from '#walk/browser/stage.ts';
import { expand } from '#walk/paths/expand.ts';
import { CLOSED, Ending, guideThrough, QUIT, STOPPED, type Guiding, type GuidePosition } from './act.ts';
import { Mailbox } from './mails.ts';
import { Cast } from './member.ts';
import { endingIn, guideWordsIn } from './languages/languages.ts';
import { guidedSentence, writeReport, type GuidedAct, type GuidedWalk } from './report.ts';
import type { Walk } from '#walk/paths/report.ts';
import { wordsIn } from '#walk/script/languages/languages.ts';
import { actCount } from '#walk/script/script.ts';
import { titleFor } from '#walk/script/titles.ts';

/** Guides a tester through a path and returns the result; the report is written after each act. */
export async function guide({ graph, path }: Walk, options: Guiding): Promise<GuidedWalk> {
  const { terminal, folder, culture, browser } = options;
  const { names } = wordsIn(culture);
  const words = guideWordsIn(culture).terminal;
  const title = titleFor(graph, path.edges, culture, options.title);
  const purpose = names?.purpose(graph.id) ?? graph.cases.purpose;
  terminal.tell(`\n${path.id}: ${title}\n${purpose}\n${words.making}`);
  const steps = expand(path, graphs);
  const acts = actsOf(steps);
  const count = actCount(path);
  const mailbox = await Mailbox.open(options.club);
  const stage = await Stage.open(browser, options.club, {
    culture,
    held: heldCalls(steps),
    awaits: awaitedBy(steps),
    holdsUpTo: longestTimer(steps),
  });
  const cast = new Cast(stage, steps, culture);
  const { left: leaving, ending, expectPresence, leave } = presence(stage, options);
  const began = new Date().toISOString();
  const done: GuidedAct[] = [];
  const walkSoFar = (why: string | null, atTheEnd: string | null, hasQuit = false): GuidedWalk => ({
    id: path.id,
    title,
    purpose,
    culture,
    began,
    ended: new Date().toISOString(),
    member: cast.told(),
    revision: options.revision,
    browser: `Chromium ${browser.version()}`,
    window: sizeOf(stage),
    again: options.again,
    length: count,
    acts: done,
    ending: why,
    afterwards: atTheEnd,
    ...(hasQuit && { hasQuit }),
  });
  mkdirSync(folder, { recursive: true });
  let why: string | null = null;
  let atTheEnd: string | null = null;
  let hasQuit = false;
  try {
    for (const [index, act] of acts.entries()) {
      const guided = await guideThrough(
        { stage, steps, act, ...numbered(index, acts.length, count), mailbox, cast, left: leaving, expectPresence },
        options,
      );
      done.push(guided.act);
      writeReport(folder, walkSoFar(null, null));
      why = ending() ?? guided.why;
      hasQuit = guided.hasQuit === true;
      if (why !== null) break;
    }
    if (why === null && done.length === acts.length) atTheEnd = await foundAfterwards(stage, steps.length - 1);
  } catch (error) {
    why = ending() ?? (error instanceof Ending ? error.message : null);
    if (why === null) throw error;
  } finally {
    leave();
    await stage.close();
  }
  const left = ending();
  if (left !== null) terminal.tell(`\n${endingIn(culture, left)}`);
  const walk = walkSoFar(why, atTheEnd, hasQuit);
  writeReport(folder, walk);
  terminal.tell(`${atTheEnd === null ? '' : `${atTheEnd}\n`}${guidedSentence(walk)}`);
  return walk;
}

/** What is wrong once the path is over; that it can't be looked at is, too. */
async function foundAfterwards(stage: Stage, at: number): Promise<string | null> {
  return afterwards(stage, at).then(
    (failure) => failure?.message ?? null,
    (error: unknown) => (error as Error).message,
  );
}

/** The numbers of an act in the script. The guide does those before a reload in one go with it. */
function numbered(index: number, length: number, count: number): Pick<GuidePosition, 'number' | 'from' | 'count'> {
  const number = count - length + index + 1;
  return { number, from: index === 0 ? 1 : number, count };
}

/** Whether the tester has quit; if only the path was lost, another one can be walked. */
export function hasLeft({ ending, hasQuit = false }: Pick<GuidedWalk, 'ending' | 'hasQuit'>): boolean {
  return hasQuit || ending === QUIT || ending === CLOSED || ending === STOPPED;
}

function sizeOf({ page }: Stage): string {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  return `${width} × ${height}`;
}

/** Whether the tester is still there: their window is open, and nobody has stopped the command. */
function presence(
  { page }: Stage,
  { stopped }: Guiding,
): Pick<GuidePosition, 'left' | 'expectPresence'> & {
  readonly ending: () => string | null;
  readonly leave: () => void;
} {
  let isClosed = false;
  let isOver = false;
  const ending = (): string | null => (stopped?.aborted === true ? STOPPED : isClosed ? CLOSED : null);
  const left = new Promise<null>((resolve) => {
    page.once('close', () => {
      isClosed = !isOver;
      resolve(null);
    });
    page.once('crash', () => void page.close());
  });
  // Pending waits for the page fail at once.
  stopped?.addEventListener('abort', () => void page.close().catch(() => undefined));
  const expectPresence = (): void => {
    const why = ending();
    if (why !== null) throw new Ending(why);
  };
  return { left, ending, expectPresence, leave: () => void (isOver = true) };
}
