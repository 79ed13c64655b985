/**
 * How long the paths of the flows take on the components and in the browser, compared with a page that nothing checks.
 */
import { ensureBuilt } from '#server/entry/launch/built.mjs';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { columns } from '#walk/paths/columns.ts';
import { flowOf, flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { failuresOf, type BrowserOptions, type Level, type Walk, type Walked } from '#walk/paths/report.ts';
import { runLevel } from '#walk/commands/run-levels.ts';
import { report as reported } from './report.ts';

/** The longest median time of a path, as a multiple of the reference. */
const budgets = { component: 1.5, browser: 3 } as const;
/** How often the reference is measured. */
const ROUNDS = 7;
/** The time of a runner's first walk is the bundler's, not the walk's. */
const WARM_UP = 1;

/** The times of a level. */
interface Times {
  readonly level: Level;
  /** What the paths are compared with, in words, and its median time. */
  readonly reference: { readonly what: string; readonly seconds: number };
  readonly walked: readonly Walked[];
}

/** Measures both levels and prints them; returns whether no walk failed. */
export async function levelTimes(): Promise<boolean> {
  const times = [await onComponents(), await inBrowser()];
  return times.map(report).every(Boolean);
}

/** The reference is the sign-in page, opened and checked once, in the same run. */
async function onComponents(): Promise<Times> {
  const graph = graphOf(flowOf('sign-in'));
  const open: Walk[] = Array.from({ length: WARM_UP + ROUNDS }, (_, index) => ({
    graph,
    path: { id: `open-${index}`, edges: graph.edges.slice(0, 1) },
  }));
  const walked = await walkAll('component', [...open, ...planned()]);
  return {
    level: 'component',
    reference: { what: 'opening /Signin', seconds: median(walked.slice(WARM_UP, open.length)) },
    walked: walked.slice(open.length),
  };
}

/**
 * The reference is a visitor who opens the sign-in page and signs in, in the same browser and club, without further
 * checks.
 */
async function inBrowser(): Promise<Times> {
  await ensureBuilt();
  const club = await openClub();
  const browser = await launchChromium();
  const signedIn: Walked[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const { username, password } = await club.member();
    const began = performance.now();
    const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
    await signIn(await context.newPage(), club, username, password);
    signedIn.push({ id: 'sign in', steps: 0, seconds: (performance.now() - began) / 1000, failure: null });
    await context.close();
  }
  await browser.close();
  await club.close();
  return {
    level: 'browser',
    reference: { what: 'opening /Signin and signing in', seconds: median(signedIn.slice(WARM_UP)) },
    walked: await walkAll('browser', planned()),
  };
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchChromium>>['newPage']>>;

async function signIn(page: Page, { origin }: Club, username: string, password: string): Promise<void> {
  await page.goto(`${origin}/Signin`);
  await page.locator('[data-flow][data-live]').waitFor();
  await page.locator('input[name="username"]').fill(username);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('[data-event="SUBMIT_FORM"]').click();
  await page.locator('main h1').waitFor();
  await page.waitForURL(`${origin}/`);
}

function planned(): readonly Walk[] {
  return flows.flatMap((cases) => pathsOf(cases).map((path) => ({ graph: graphOf(cases), path })));
}

async function walkAll(level: Level, walks: readonly Walk[]): Promise<readonly Walked[]> {
  const options: BrowserOptions = {
    walks,
    cells: [],
    culture: 'en-US',
    onWalked: () => {},
    onCell: () => {},
    headed: false,
    slow: 0,
    pause: false,
    screens: null,
    trace: null,
  };
  const report = await runLevel(level, options);
  for (const { id, failure } of failuresOf(report)) console.log(`✗ ${id}: ${failure?.message ?? ''}`);
  return report.walked;
}

function report({ level, reference, walked }: Times): boolean {
  const budget = level === 'component' ? budgets.component : budgets.browser;
  const row = (name: string, own: readonly Walked[]): readonly string[] => {
    const worst = Math.max(...own.map(({ seconds }) => seconds));
    return [
      name,
      `${own.length}`,
      `${own.reduce((sum, { steps }) => sum + steps, 0)}`,
      median(own).toFixed(3),
      worst.toFixed(3),
      `${(median(own) / reference.seconds).toFixed(2)} ×`,
    ];
  };
  const ofFlow = (flow: string): readonly Walked[] => {
    const ids = new Set(pathsOf(flowOf(flow)).map(({ id }) => id));
    return walked.filter(({ id }) => ids.has(id));
  };
  console.log(
    `\n${level} level; for reference, ${reference.what} takes ${reference.seconds.toFixed(3)} s in the same run`,
  );
  console.log(
    columns([
      ['', 'paths', 'steps', 'median s', 'worst s', 'median against the reference'],
      ...flows.map(({ machine }) => row(machine.id, ofFlow(machine.id))),
      row('all flows', walked),
    ]),
  );
  const kept = reported({
    work: `a path at the ${level} level, median`,
    value: median(walked),
    unit: 's',
    reference: { name: reference.what, value: reference.seconds },
    ratioBudget: budget,
  });
  console.log(
    `a ${level} path takes ${median(walked).toFixed(3)} s on the median, budget ${budget} × the reference: ${kept ? 'kept' : 'BROKEN'}`,
  );
  return walked.every(({ failure }) => failure === null);
}

function median(walked: readonly Walked[]): number {
  const sorted = walked.map(({ seconds }) => seconds).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
