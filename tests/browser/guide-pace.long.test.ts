// A guided walk at the pace of a person: the app goes on by itself every few seconds, and the walk must not lose it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { guide } from '#walk/guide/guide.ts';
import { isGood } from '#walk/guide/report.ts';
import { flowOf, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { patientTester } from './support/tester.ts';

/** The app asks again after five seconds, and a quote holds for some minutes at most. */
const PACE = { answerMs: 15_000, pressMs: 7000 };
const WHOLE_WALK_MS = 600_000;

const folder = mkdtempSync(join(tmpdir(), 'perch-guided-'));
let browser: Browser;
let club: Club;

beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub();
});

afterAll(async () => {
  await browser.close();
  await club.close();
  rmSync(folder, { recursive: true });
});

it.each(['password-recovery', 'confirmation'])(
  'leads a person who takes their time through a path of %s whose answer was lost',
  async (flow) => {
    const graph = graphOf(flowOf(flow));
    const path = pathsOf(flowOf(flow)).find(({ edges }) => edges.some(({ to }) => to.includes('outcomeUnknown')));
    if (path === undefined) throw new Error(`${flow} has no path with a lost answer.`);
    const { id } = path;
    const { terminal, told, failed } = patientTester(browser, PACE);
    const walked = await guide(
      { graph, path },
      {
        browser,
        club,
        culture: 'en-US',
        terminal,
        byHand: true,
        slow: 0,
        folder: join(folder, id),
        title: id,
        revision: 'abc',
        again: '',
      },
    );
    const said = [...failed, ...told].join('\n');
    expect(walked.ending, said).toBeNull();
    expect(
      walked.acts.map(({ number, found, verdict }) => [number, found, verdict]),
      said,
    ).toEqual(walked.acts.map(({ number }) => [number, null, 'pass']));
    expect(walked.acts.flatMap(({ slips }) => slips)).toEqual([]);
    // What the tester was told to press they have pressed themselves.
    const pressed = walked.acts.filter(({ action }) => action.includes('ress "'));
    expect(
      pressed.map(({ by }) => by),
      said,
    ).toEqual(pressed.map(() => 'tester'));
    expect(isGood(walked), said).toBe(true);
  },
  WHOLE_WALK_MS,
);
