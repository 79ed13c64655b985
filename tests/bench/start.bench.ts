/**
 * How long a start takes until the first answer, what it does meanwhile, and what it then holds of memory; and how soon
 * a developer sees a change. The references are in the same run: Node alone, the engine alone on a copy of the same
 * folder, and a bare project of Vite. A busy machine changes how long a start takes, not how much it works: the time of
 * the main thread is what a quiet machine would need at least.
 *
 *   npm run bench -- start
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { ensureBuilt } from '#server/entry/launch/built.mjs';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { cleanEnvironment } from '#tests/provision/environment.ts';
import { freePort } from '#tests/provision/free-port.mjs';
import { takenBy } from './process-tree.ts';
import { report } from './report.ts';

const RUNS = Number(process.env.BENCH_RUNS ?? '3');
const LOOK_MS = 5;
/** Jobs have run by then, and the development chain is there. */
const SETTLED_MS = 10_000;
const CHANGES = 5;
/** As `npm start` sets it. */
const OF_NPM_START = { MALLOC_ARENA_MAX: '1' };

const folder = mkdtempSync(join(tmpdir(), 'perch-start-'));
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function begin(parameters: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, parameters, {
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Milliseconds until the address answers with a good status. */
async function untilAnswered(url: string, since: number): Promise<number> {
  for (;;) {
    const ok = await fetch(url).then(
      async (response) => (await response.arrayBuffer(), response.ok),
      () => false,
    );
    if (ok) return performance.now() - since;
    await sleep(LOOK_MS);
  }
}

interface Mark {
  readonly phase: string;
  readonly at: number;
  readonly main: number;
  readonly all: number;
  readonly rss: number;
}

interface Start {
  readonly ms: number;
  readonly marks: readonly Mark[];
}

/** `npm start` without npm, stopped in order. */
async function startOnce(dataDir: string, whileItRuns: (pid: number) => Promise<void> = async () => undefined) {
  const port = await freePort();
  const marks = join(folder, `marks-${port}`);
  const since = performance.now();
  const child = begin(['--import', './tests/bench/start-marks.mjs', 'server/entry/launch/start.mjs'], {
    ...OF_NPM_START,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    BENCH_MARKS: marks,
  });
  const ms = await untilAnswered(`http://localhost:${port}/api/status`, since);
  await whileItRuns(child.pid ?? 0);
  await end(child);
  const lines = readFileSync(marks, 'utf8').trim().split('\n');
  return { ms, marks: lines.map((line) => JSON.parse(line) as Mark) };
}

/** The engine alone, on a copy: it would write into the folder of the club. */
async function bareOnce(dataDir: string): Promise<{ ms: number; cpu: number; rss: number }> {
  const copy = mkdtempSync(join(folder, 'copy-'));
  cpSync(join(dataDir, 'database'), copy, { recursive: true });
  const port = await freePort();
  const since = performance.now();
  const child = begin(['tests/bench/bare-club.mjs', copy, String(port)]);
  const ms = await untilAnswered(`http://localhost:${port}/`, since);
  const [taken] = takenBy(child.pid ?? 0);
  await end(child);
  rmSync(copy, { recursive: true });
  return { ms, cpu: (taken?.cpu ?? NaN) * 1000, rss: taken?.rss ?? NaN };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const whole = (value: number) => value.toFixed(0);
const GOALS = { second: 1_500, first: 20_000, memoryMb: 250, pages: 3_000, change: 300 } as const;

function tellPhases(name: string, { marks }: Start): void {
  console.log(`\n${name}: phases, milliseconds since the one before, and megabytes at its end`);
  console.log('| phase | clock | main thread | all threads | RSS |\n|---|---|---|---|---|');
  marks.forEach(({ phase, at, main, all, rss }, place) => {
    const before = marks[place - 1];
    const since = [at - (before?.at ?? at), main - (before?.main ?? 0), all - (before?.all ?? 0)];
    console.log(`| ${phase} | ${since.map(whole).join(' | ')} | ${whole(rss / 1e6)} |`);
  });
}

async function tellMemory(pid: number): Promise<void> {
  await sleep(SETTLED_MS);
  console.log(`\nmemory ${SETTLED_MS / 1000} s after the first answer\n| process | RSS | PSS |\n|---|---|---|`);
  const all = takenBy(pid);
  for (const { what, rss, pss } of all) console.log(`| ${what} | ${whole(rss)} | ${whole(pss)} |`);
  const sum = (name: 'rss' | 'pss') => whole(all.reduce((total, each) => total + each[name], 0));
  console.log(`| all | ${sum('rss')} | ${sum('pss')} |`);
  const [server] = all;
  if (server !== undefined)
    report({ work: 'memory of the server after a start', value: server.rss, unit: 'MB', budget: GOALS.memoryMb });
}

async function starts(): Promise<string> {
  await ensureBuilt();
  const dataDir = join(folder, 'data');
  const nodes: number[] = [];
  const first = await startOnce(dataDir);
  const seconds: Start[] = [];
  const bares: Awaited<ReturnType<typeof bareOnce>>[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const since = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    nodes.push(performance.now() - since);
    bares.push(await bareOnce(dataDir));
    seconds.push(await startOnce(dataDir, run === RUNS - 1 ? tellMemory : undefined));
  }
  const mainOf = ({ marks }: Start) => marks.find(({ phase }) => phase === 'first answer')?.main ?? NaN;
  const allOf = ({ marks }: Start) => marks.find(({ phase }) => phase === 'first answer')?.all ?? NaN;
  tellPhases('first start', first);
  tellPhases('second start', seconds.at(-1) ?? first);
  const [second, bare] = [median(seconds.map(({ ms }) => ms)), median(bares.map(({ ms }) => ms))];
  console.log(
    `\nuntil the first answer, medians of ${RUNS}\n| | clock | main thread | all threads |\n|---|---|---|---|`,
  );
  console.log(`| \`node -e 0\` | ${whole(median(nodes))} | | |`);
  console.log(`| the engine alone | ${whole(bare)} | | ${whole(median(bares.map(({ cpu }) => cpu)))} |`);
  console.log(
    `| second start | ${whole(second)} | ${whole(median(seconds.map(mainOf)))} | ${whole(median(seconds.map(allOf)))} |`,
  );
  console.log(`| first start | ${whole(first.ms)} | ${whole(mainOf(first))} | ${whole(allOf(first))} |`);
  console.log(
    `second start to the engine alone: ${(second / bare).toFixed(2)}; goals: ${GOALS.second} and ${GOALS.first} ms, ${GOALS.memoryMb} MB`,
  );
  const reference = { name: 'the engine alone, on a copy of the same folder', value: bare };
  report({ work: 'second start until its first answer', value: second, unit: 'ms', reference, budget: GOALS.second });
  report({ work: 'the same, time of all threads', value: median(seconds.map(allOf)), unit: 'ms', isOfCore: true });
  report({ work: 'first start until its first answer', value: first.ms, unit: 'ms', reference, budget: GOALS.first });
  return dataDir;
}

/** Milliseconds from the writing of a file until the page shows it; the median of several. */
async function seen(page: Page, change: (mark: string) => void): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count <= CHANGES; count += 1) {
    const mark = `${Date.now()}`;
    const since = performance.now();
    change(mark);
    await page.waitForSelector(`[data-changed="${mark}"]`, { state: 'attached' });
    // The first one makes the page known to the server.
    if (count > 0) times.push(performance.now() - since);
    await sleep(500);
  }
  return median(times);
}

const SCREEN = 'src/flows/sign-in/screens/credentials.tsx';

/** Writes a screen with a mark in its form, and at last as it was. */
async function seenInScreen(page: Page): Promise<number> {
  const source = readFileSync(SCREEN, 'utf8');
  const restore = () => writeFileSync(SCREEN, source);
  process.once('exit', restore);
  // Then it ends as it would have.
  process.once('SIGINT', () => {
    restore();
    process.kill(process.pid, 'SIGINT');
  });
  try {
    return await seen(page, (mark) =>
      writeFileSync(SCREEN, source.replace('<PageHeading ', `<i data-changed="${mark}" /><PageHeading `)),
    );
  } finally {
    restore();
  }
}

const BARE_PROJECT = {
  'index.html': '<!doctype html><div id="root"></div><script type="module" src="/main.jsx"></script>',
  'main.jsx':
    "import { createRoot } from 'react-dom/client';\nimport { Words } from './words.jsx';\ncreateRoot(document.getElementById('root')).render(<Words />);\n",
  'words.jsx': 'export const Words = () => <p data-changed="0">Sign in</p>;\n',
  'vite.config.mjs':
    "import react from '@vitejs/plugin-react';\nexport default { plugins: [react()], server: { strictPort: true } };\n",
};

async function development(dataDir: string): Promise<void> {
  const browser = await launchChromium();
  // Where packages are found, and what Vite watches.
  const project = join('dist', `bench-${process.pid}`);
  mkdirSync(project, { recursive: true });
  process.on('exit', () => rmSync(project, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(BARE_PROJECT)) writeFileSync(join(project, name), text);
  const barePort = await freePort();
  let since = performance.now();
  const bare = begin(['node_modules/vite/bin/vite.js', project, '--port', String(barePort), '--host', 'localhost']);
  const bareReady = await untilAnswered(`http://localhost:${barePort}/`, since);
  const barePage = await browser.newPage();
  await barePage.goto(`http://localhost:${barePort}/`);
  const bareSeen = await seen(barePage, (mark) =>
    writeFileSync(join(project, 'words.jsx'), BARE_PROJECT['words.jsx'].replace('"0"', `"${mark}"`)),
  );
  await end(bare);

  const [port, apiPort] = [await freePort(), await freePort()];
  since = performance.now();
  const dev = begin(['server/entry/launch/dev.mjs'], {
    PORT: String(port),
    API_PORT: String(apiPort),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  });
  const [pages, calls] = await Promise.all([
    untilAnswered(`http://localhost:${port}/Signin`, since),
    // Directly: Vite writes a line for each call that it can't pass on.
    untilAnswered(`http://localhost:${apiPort}/api/status`, since),
  ]);
  const page = await browser.newPage();
  await page.goto(`http://localhost:${port}/Signin`);
  await page.waitForSelector('form');
  const shown = performance.now() - since;
  const screenSeen = await seenInScreen(page);
  await end(dev);
  await browser.close();
  console.log(
    '\ndevelopment, milliseconds\n| | pages | calls | /Signin is shown | a change is seen |\n|---|---|---|---|---|',
  );
  console.log(`| a bare project of Vite | ${whole(bareReady)} | | | ${whole(bareSeen)} |`);
  console.log(`| \`npm run dev\` | ${[pages, calls, shown, screenSeen].map(whole).join(' | ')} |`);
  console.log(`goals: ready ${GOALS.pages} ms, a change ${GOALS.change} ms`);
  const ready = { name: 'a bare project of Vite', value: bareReady };
  report({ work: '`npm run dev` until its pages', value: pages, unit: 'ms', reference: ready, budget: GOALS.pages });
  const bareChange = { name: 'a bare project of Vite', value: bareSeen };
  const ofChange = { value: screenSeen, unit: 'ms', reference: bareChange, budget: GOALS.change } as const;
  report({ work: 'a change of a screen until it is seen', ...ofChange });
}

console.log(`load ${loadavg()[0]?.toFixed(1)}`);
await development(await starts());
