// The guide as a tester meets it: by lines at a terminal without a window, and with a person who acts in the page.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '#tests/provision/chromium.ts';
import { flowOf, graphOf, pathsOf } from '#tests/walk/flows.ts';
import { guide } from '#tests/walk/guide.ts';
import type { GuidedWalk } from '#tests/walk/guide-report.ts';
import type { Terminal } from '#tests/walk/guide-terminal.ts';
import { openClub, type Club } from './support/club.ts';

/** Where the app was changed since it was built, the command builds it first. */
const WITH_BUILD_MS = 240_000;

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

/** Runs the command with lines at its terminal. */
function command(parameters: readonly string[], lines: readonly string[]): Promise<{ readonly code: number | null; readonly text: string }> {
  const child = spawn(process.execPath, [join(process.cwd(), 'node_modules/tsx/dist/cli.mjs'), 'tests/walk/cli.ts', ...parameters]);
  let text = '';
  child.stdout.on('data', (part: Buffer) => (text += part.toString()));
  child.stderr.on('data', (part: Buffer) => (text += part.toString()));
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, text })));
}

function reportOf(id: string): GuidedWalk & { readonly good: boolean } {
  return JSON.parse(readFileSync(join(folder, id, 'report.json'), 'utf8')) as GuidedWalk & { readonly good: boolean };
}

it('leads through a path by lines at a terminal, and says where the report is', async () => {
  const { code, text } = await command(['guide', 'sign-in-02', '--headless', '--into', folder], ['pass', 'what?', 'p', 'remark The text is small.', 'fail No idea what to do now.', ...Array.from({ length: 20 }, () => 'p')]);
  expect(code, text).toBe(1);
  const report = reportOf('sign-in-02');
  expect(report.acts.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'fail', ...report.acts.slice(3).map(() => 'pass')]);
  expect(report.acts[2]?.remarks).toEqual(['The text is small.', 'No idea what to do now.']);
  expect(report.acts.map(({ found }) => found)).toEqual(report.acts.map(() => null));
  expect([report.acts.length, report.good]).toEqual([report.length, false]);
  for (const { picture } of report.acts) expect(existsSync(join(folder, 'sign-in-02', picture ?? ''))).toBe(true);
  expect(text).toContain(`Report: ${join(folder, 'sign-in-02', 'report.html')}`);
}, WITH_BUILD_MS);

it('ends where the tester says no more, with a report of what was seen', async () => {
  const { code, text } = await command(['guide', 'sign-out-01', '--headless', '--lang', 'ja-JP', '--into', folder], ['p']);
  expect(code, text).toBe(1);
  expect(reportOf('sign-out-01')).toMatchObject({ culture: 'ja-JP', good: false, member: expect.stringContaining('Member-') as string });
  expect(text).toContain('サインアウト');
}, WITH_BUILD_MS);

/** A person in front of the window: does what they were told as soon as they are told, by `act`. */
function person(act: (page: Page, told: string) => Promise<void>): { readonly terminal: Terminal; readonly told: string[] } {
  const told: string[] = [];
  const terminal: Terminal = {
    tell: (text) => {
      told.push(text);
      if (!text.includes('Do it in the window')) return;
      const page = browser.contexts().at(-1)?.pages()[0];
      if (page !== undefined) void act(page, told.at(-2) ?? '');
    },
    said: () => null,
    line: () => Promise.resolve('pass'),
    close: () => undefined,
  };
  return { terminal, told };
}

const signOut = { graph: graphOf(flowOf('sign-out')), path: pathsOf(flowOf('sign-out')).find(({ edges }) => edges.some(({ step }) => step.kind === 'event' && step.event === 'CONFIRM')) ?? { id: '', edges: [] } };

it('waits for a person who acts in the window, and brings the answers about meanwhile', async () => {
  const { terminal } = person((page) => page.locator('[data-event="CONFIRM"]').click());
  const walked = await guide(signOut, { browser, club, culture: 'en-US', terminal, byHand: true, slow: 0, folder: join(folder, 'by-hand'), title: 'Signing out' });
  expect(walked.acts.map(({ found, verdict }) => [found, verdict])).toEqual(walked.acts.map(() => [null, 'pass']));
  expect(walked.acts).toHaveLength(walked.length);
});

it('notices by itself where the person does something else, and ends there', async () => {
  const { terminal, told } = person((page) => page.locator('[data-event="CANCEL"]').click());
  const walked = await guide(signOut, { browser, club, culture: 'en-US', terminal, byHand: true, slow: 0, folder: join(folder, 'astray'), title: 'Signing out' });
  expect(walked.acts.at(-1)?.found).toContain('Waited in vain for sign-out to take CONFIRM');
  expect(told.join('\n')).toContain('so the walk ends here');
});
