// The browser level of `npm run walk`: a person may watch, pause before each step and keep a picture of each.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { stepLabel } from '#machines/graph/explore.ts';
import { ensureBuilt } from '#server/entry/launch/built.mjs';
import { openClub } from '#fixtures/club/club.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { walkBrowser } from './driver.ts';
import type { Stage } from './stage.ts';
import type { FlowEdge } from '#walk/paths/expand.ts';
import type { BrowserOptions, LevelReport, Walked } from '#walk/paths/report.ts';
import { pictureOfWholePage } from './whole-page.ts';

/** Walks paths in Chromium on the production build, with the real server and database. */
export async function walkInBrowser(options: BrowserOptions): Promise<LevelReport> {
  await ensureBuilt();
  const began = performance.now();
  const browser = await launchChromium({ headed: options.headed });
  const club = await openClub();
  const walked: Walked[] = [];
  try {
    for (const { path } of options.walks) {
      const started = performance.now();
      const onStep = (stage: Stage, step: FlowEdge, index: number, checked: boolean): Promise<void> =>
        watch(options, { stage, step, index, checked, id: path.id });
      const failure = await walkBrowser(path, {
        browser,
        club,
        culture: options.culture,
        trace: options.trace,
        unhurried: options.pause || options.slow > 0,
        onStep,
      });
      const each = {
        id: path.id,
        steps: path.edges.length - 1,
        seconds: (performance.now() - started) / 1000,
        failure,
      };
      walked.push(each);
      options.onWalked(each);
    }
  } finally {
    await browser.close();
    await club.close();
  }
  return { level: 'browser', walked, seconds: (performance.now() - began) / 1000 };
}

interface Moment {
  readonly stage: Stage;
  readonly step: FlowEdge;
  readonly index: number;
  readonly checked: boolean;
  readonly id: string;
}

async function watch({ headed, slow, pause, screens }: BrowserOptions, moment: Moment): Promise<void> {
  const { stage, step, index, checked, id } = moment;
  if (checked && screens !== null) {
    // The caption is for the person who watches; a picture shows the app alone.
    await stage.page.evaluate(() => document.getElementById('walk-caption')?.remove());
    mkdirSync(screens, { recursive: true });
    await pictureOfWholePage(stage.page, join(screens, `${id}-${String(index).padStart(2, '0')}.png`));
  }
  if (headed) await caption(moment);
  if (!checked && pause) await enter(`${id}, step ${index}: ${stepLabel(step.edge.step)}. Press Enter. `);
  if (checked && slow > 0) await new Promise((resolve) => setTimeout(resolve, slow));
}

/** A small line at the top of the window that names path, step and state, outside the flows' elements. */
async function caption({ stage, step, index, checked, id }: Moment): Promise<void> {
  const state = checked ? (JSON.parse(step.edge.to) as [unknown])[0] : '…';
  const text = `${id} · ${index}. ${stepLabel(step.edge.step)} → ${JSON.stringify(state)}`;
  await stage.page.evaluate((words) => {
    const line =
      document.getElementById('walk-caption') ??
      document.body.appendChild(Object.assign(document.createElement('div'), { id: 'walk-caption' }));
    Object.assign(line.style, {
      position: 'fixed',
      inset: '0 0 auto 0',
      zIndex: '999',
      padding: '2px 6px',
      font: '12px monospace',
      color: '#fff',
      background: '#000c',
      pointerEvents: 'none',
    });
    line.textContent = words;
  }, text);
}

async function enter(question: string): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  await terminal.question(question);
  terminal.close();
}
