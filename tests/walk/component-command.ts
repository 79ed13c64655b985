// The component level of `npm run walk`: the test runner is started for the walks that were asked for, and nothing else.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';
import type { Asked } from './component-asked.ts';
import type { LevelOptions, LevelReport, Walked } from './report.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Walks paths on the real routes in jsdom. */
export async function walkOnScreens({ walks, culture, onWalked }: LevelOptions): Promise<LevelReport> {
  const folder = mkdtempSync(join(tmpdir(), 'perch-walk-'));
  const [from, to] = [join(folder, 'asked.json'), join(folder, 'walked.json')];
  const asked: Asked = { culture, walks: walks.map(({ graph, path }) => ({ flow: graph.id, id: path.id, edges: path.edges })) };
  const began = performance.now();
  try {
    writeFileSync(from, JSON.stringify(asked));
    await runner({ PERCH_WALKS: from, PERCH_WALKED: to });
    const walked = walkedIn(to);
    if (walked.length < walks.length) throw new Error(`The test runner ended after ${walked.length} of ${walks.length} walks.`);
    walked.forEach(onWalked);
    return { level: 'component', walked, seconds: (performance.now() - began) / 1000 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runner(env: Readonly<Record<string, string>>): Promise<void> {
  const code = process.exitCode;
  const vitest = await startVitest('test', [], {
    root,
    config: join(root, 'vite.config.ts'),
    watch: false,
    include: ['tests/walk/component-asked.ts'],
    environment: 'jsdom',
    env,
    // A reporter that says nothing: what the command prints is the report.
    reporters: [{}],
    silent: 'passed-only',
  });
  await vitest.close();
  // What failed is in the report; the runner's own code says no more.
  process.exitCode = code;
}

function walkedIn(file: string): readonly Walked[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly Walked[];
  } catch {
    return [];
  }
}
