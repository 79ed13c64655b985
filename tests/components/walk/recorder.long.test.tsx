import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { signOutMachine } from '#machines/sign-out/sign-out.machine.ts';
import { createRecorder, type LogEntry, type Recorder } from '#src/recorder/recorder.ts';
import { loadArea } from '#src/i18n/load-area.ts';
import { RecorderPanel, showPanel } from '#src/recorder/panel.tsx';
import { isRecorderWanted } from '#src/recorder/request.ts';
import { createSessionLog } from '#src/recorder/session-log.ts';
import { renderWithTexts, textsIn } from '#tests/components/support/with-texts.tsx';
import { run } from '#walk/commands/command.ts';
import { walking } from '#walk/component/driver.ts';
import { leavesOf } from '#walk/component/hands.ts';
import { flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { cultures } from '#walk/paths/report.ts';

/**
 * The log of a session: requested by a tester, saved as a file from the app's own screen, walked again by the command.
 */

const NOW = Date.parse('2026-11-21T04:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'perch-recorder-'));

/** The files that the page has offered for download. */
const saved: { readonly name: string; readonly text: Promise<string> }[] = [];

/** Catches the files that the page offers for download. */
function listenForFiles(): void {
  const blobs: Blob[] = [];
  // The DOM of the tests lacks these URLs.
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`, revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs[Number(this.href.split(':')[1]) - 1];
    if (blob !== undefined) saved.push({ name: this.download, text: readText(blob) });
  });
}

beforeEach(listenForFiles);
afterEach(() => {
  cleanup();
  saved.length = 0;
  sessionStorage.clear();
  localStorage.clear();
  vi.restoreAllMocks();
});
afterAll(() => rmSync(folder, { recursive: true }));

function readText(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
}

/** A recorder with the two lines of a flow that was begun and confirmed. */
function someRecorder(): Recorder {
  const recorder = createRecorder(() => NOW);
  const actor = createActor(signOutMachine, { inspect: recorder.inspect }).start();
  actor.send({ type: 'CONFIRM' });
  actor.stop();
  return recorder;
}

async function openPanel(recorder: Recorder, culture: (typeof cultures)[number] = 'en-US', onStop = () => {}) {
  const user = userEvent.setup();
  const log = createSessionLog(recorder, sessionStorage);
  await renderWithTexts(<RecorderPanel log={log} now={() => NOW} onStop={onStop} />, culture);
  const summary = (await screen.findByRole('complementary')).querySelector('summary') as HTMLElement;
  await user.click(summary);
  return { user, log, summary };
}

describe('the recorder runs', () => {
  const ask = (address: string, stored: string | null, development: boolean) => {
    const kept = new Map(stored === null ? [] : [['perch.recorder', stored]]);
    const local = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    const replaceState = vi.fn();
    const wanted = isRecorderWanted({
      local,
      location: new URL(address),
      history: { state: null, replaceState },
      development,
    });
    return {
      wanted,
      stored: kept.get('perch.recorder') ?? null,
      address: replaceState.mock.calls[0]?.[2] === undefined ? address : String(replaceState.mock.calls[0][2]),
    };
  };

  it.each([
    ['not by default', 'http://a/Signin', null, false, false, null, 'http://a/Signin'],
    ['in development', 'http://a/Signin', null, true, true, null, 'http://a/Signin'],
    ['if it was requested before', 'http://a/', 'true', false, true, 'true', 'http://a/'],
    ['not if it was stopped', 'http://a/', 'false', true, false, 'false', 'http://a/'],
    [
      'if the URL requests it, which is cleaned up',
      'http://a/Signin?step=code&recorder=on',
      null,
      false,
      true,
      'true',
      'http://a/Signin?step=code',
    ],
    ['not if the URL ends it', 'http://a/?recorder=off', 'true', true, false, 'false', 'http://a/'],
    ['not for an unknown value', 'http://a/?recorder=maybe', null, false, false, null, 'http://a/?recorder=maybe'],
  ])('%s', (_, address, stored, development, wanted, storedThen, addressThen) => {
    expect(ask(address, stored, development)).toEqual({ wanted, stored: storedThen, address: addressThen });
  });
});

const englishTexts = await textsIn('en-US');

describe('the panel', () => {
  it.each(cultures)('is accessible and has its texts in %s', async (culture) => {
    await openPanel(someRecorder(), culture);
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id }) => id)).toEqual([]);
    const { title, note, save, stop } = (await loadArea(culture, 'recorder')) as Record<string, string>;
    for (const text of [title, note, save, stop]) expect(screen.getByRole('complementary').textContent).toContain(text);
  });

  it('counts what happens, saves it, and starts over', async () => {
    const recorder = someRecorder();
    const { user, summary } = await openPanel(recorder);
    expect(summary.textContent).toBe('Session log 2 events');
    await user.click(screen.getByRole('button', { name: 'Save as file' }));
    expect(saved.map(({ name }) => name)).toEqual(['perch-session-2026-11-21T040000Z.json']);
    expect(screen.getByRole('status').textContent).toBe('Saved as perch-session-2026-11-21T040000Z.json');
    expect((JSON.parse((await saved[0]?.text) ?? '') as LogEntry[]).map(({ event }) => event)).toEqual([
      'xstate.init',
      'CONFIRM',
    ]);
    await user.click(screen.getByRole('button', { name: 'Clear log' }));
    expect(summary.textContent).toBe('Session log 0 events');
    act(() => void createActor(signOutMachine, { inspect: recorder.inspect }).start());
    expect(summary.textContent).toBe('Session log 1 event');
  });

  it('continues with what the page had before a reload', async () => {
    createSessionLog(someRecorder(), sessionStorage).keep();
    const { user, log } = await openPanel(someRecorder());
    expect(log.lines().map(({ event }) => event)).toEqual(['xstate.init', 'CONFIRM', 'xstate.init', 'CONFIRM']);
    await user.click(screen.getByRole('button', { name: 'Clear log' }));
    expect(
      createSessionLog(
        createRecorder(() => NOW),
        sessionStorage,
      ).lines(),
    ).toEqual([]);
  });

  it('is at the end of the page, also for the keyboard, until it is stopped', async () => {
    const user = userEvent.setup();
    await act(() =>
      showPanel(window, {
        recorder: someRecorder(),
        local: localStorage,
        tab: sessionStorage,
        now: () => NOW,
        i18n: englishTexts,
      }),
    );
    expect(document.body.lastElementChild?.contains(screen.getByRole('complementary'))).toBe(true);
    window.dispatchEvent(new Event('pagehide'));
    expect(sessionStorage.getItem('perch.recorder.log')).toContain('CONFIRM');
    screen.getByRole('button', { name: 'Stop recording', hidden: true }).focus();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('complementary')).toBeNull();
    window.dispatchEvent(new Event('pagehide'));
    expect([localStorage.getItem('perch.recorder'), sessionStorage.getItem('perch.recorder.log')]).toEqual([
      'false',
      null,
    ]);
  });
});

describe('a file from the screen', () => {
  // The longest path of each flow, under StrictMode.
  const walks = flows.map((cases) => ({
    flow: cases.machine.id,
    cases,
    path: pathsOf(cases).toSorted((a, b) => b.edges.length - a.edges.length)[0],
  }));

  it.each(walks)('is walked again by the command, step by step: $flow', async ({ flow, cases, path }) => {
    if (path === undefined) throw new Error(`${flow} has no path.`);
    const recorders: Recorder[] = [];
    await walking(graphOf(cases), path, { culture: 'en-US', strict: true }, ({ stage }) =>
      Promise.resolve(void recorders.push(stage.watch.recorder)),
    );
    listenForFiles();
    const { user } = await openPanel(recorders[0] as Recorder);
    await user.click(screen.getByRole('button', { name: 'Save as file' }));
    const text = (await saved[0]?.text) ?? '';
    const file = join(folder, `${flow}.json`);
    writeFileSync(file, text);

    const printed: string[] = [];
    const code = await run(['--replay', file], (line) => printed.push(line));
    expect([code, printed]).toEqual([
      0,
      expect.arrayContaining([
        expect.stringMatching(new RegExp(`^✓ ${flow}-replay-\\d+ \\(${path.edges.length - 1} steps`)),
      ]),
    ]);
    expect(typedIn(cases).filter((value) => text.includes(value))).toEqual([]);
  });
});

/** Events that carry what the server returned; nobody types it. */
const READ = ['BALANCE_READ'];

/** Everything that a member types in a flow. */
function typedIn({ events, outcomes }: (typeof flows)[number]): readonly string[] {
  const payloads = Object.entries(events).flatMap(([name, samples]) =>
    READ.includes(name) ? [] : Object.values(samples).map(leavesOf),
  );
  const typed = Object.values(outcomes).flatMap((cases) => Object.values(cases).map((each) => each.typed ?? {}));
  return [...payloads, ...typed]
    .flatMap((fields) => Object.values(fields))
    .filter((value): value is string => typeof value === 'string' && value !== '');
}
