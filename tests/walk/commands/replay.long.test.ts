import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { signOutMachine } from '#machines/sign-out/sign-out.machine.ts';
import { createRecorder, type LogEntry } from '#src/recorder/recorder.ts';
import { walk } from '../support/walk.ts';

const folder = mkdtempSync(join(tmpdir(), 'perch-walk-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('replays', () => {
  const file = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const entry = (event: string, state: string, outcome: string | null = null): LogEntry => ({
    flow: 'sign-out',
    event,
    outcome,
    state,
    at: 0,
  });
  const session = [
    entry('xstate.init', 'confirming'),
    entry('CONFIRM', 'revokingToken'),
    entry('CONFIRM', 'revokingToken'),
    entry('xstate.done.actor.revokeToken', 'signedOutHere', 'throttled'),
  ];

  it('what the app’s recorder writes', async () => {
    const recorder = createRecorder(() => 0);
    const actor = createActor(signOutMachine, { inspect: recorder.inspect, clock: new SimulatedClock() });
    actor.start();
    actor.send({ type: 'CONFIRM' });
    // The port of the bare chart rejects by itself.
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { code, text } = await walk(['--replay', file('recorded.json', JSON.stringify(recorder.log))]);
    expect([code, text]).toEqual([0, expect.stringContaining('✓ sign-out-replay-1 (2 steps')]);
  });

  it('a list or lines, and leaves out presses that did nothing', async () => {
    const list = await walk(['--replay', file('session.json', JSON.stringify(session))]);
    const lines = await walk([
      '--replay',
      file('session.jsonl', `${session.map((line) => JSON.stringify(line)).join('\n')}\n`),
    ]);
    for (const { code, text } of [list, lines])
      expect([code, text]).toEqual([0, expect.stringContaining('✓ sign-out-replay-1 (2 steps')]);
  });

  it('a log that was cleared during a flow, by the shortest path to where it begins', async () => {
    const { code, text } = await walk(['--replay', file('cleared.json', JSON.stringify(session.slice(2)))]);
    expect([code, text]).toEqual([0, expect.stringContaining('✓ sign-out-replay-1 (2 steps')]);
    const strange = file(
      'strange.json',
      JSON.stringify([entry('xstate.done.actor.revokeToken', 'confirming', 'revoked')]),
    );
    await expect(walk(['--replay', strange])).rejects.toThrow(
      'Entry 1: xstate.done.actor.revokeToken never leads to confirming in sign-out.',
    );
  });

  it('one run for all the times that a flow was opened and left, without the leaving', async () => {
    const log = [
      entry('xstate.init', 'confirming'),
      entry('xstate.stop', 'confirming'),
      ...session,
      entry('xstate.init', 'confirming'),
    ];
    const { code, text } = await walk(['--replay', file('opened.json', JSON.stringify(log))]);
    expect([code, text.match(/^✓ .*/gm)]).toEqual([0, [expect.stringContaining('sign-out-replay-1 (2 steps')]]);
  });

  it('up to the first line that the chart does not allow, and says which', async () => {
    const log = file(
      'impossible.json',
      JSON.stringify([entry('xstate.init', 'confirming'), entry('CANCEL', 'revokingToken')]),
    );
    await expect(walk(['--replay', log])).rejects.toThrow(
      "Entry 2: CANCEL leads to revokingToken, but sign-out can't do that in confirming. Possible: CONFIRM → revokingToken; CANCEL → stayed.",
    );
  });

  it('and refuses what is not a log', async () => {
    await expect(walk(['--replay', file('note.txt', 'hello')])).rejects.toThrow(/note\.txt:1 is no JSON/);
    await expect(walk(['--replay', join(folder, 'absent.json')])).rejects.toThrow("can't be read");
    await expect(walk(['--replay', file('other.json', '[{"a":1}]')])).rejects.toThrow(
      'entry 1 is no line of a session log',
    );
  });
});
