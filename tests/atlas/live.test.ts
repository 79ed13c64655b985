import { expect, it } from 'vitest';
import { liveStateIn } from '#atlas/app/live.ts';
import { createRecorder, type LogEntry } from '#src/recorder/recorder.ts';
import { tellOpener } from '#src/recorder/live.ts';

it('the atlas learns the state of the app, and nothing about a member', () => {
  const recorder = createRecorder(() => 7);
  const heard: unknown[] = [];
  const changed = (entry: LogEntry): void => void (recorder.log as LogEntry[]).push(entry);
  changed({ flow: 'sign-in', event: 'xstate.init', outcome: null, state: 'enteringCredentials.blank', at: 7 });
  const stop = tellOpener(recorder, { postMessage: (message: unknown) => void heard.push(message) });
  expect(heard).toEqual([{ perch: 'live', flow: 'sign-in', state: 'enteringCredentials.blank' }]);
  expect(liveStateIn(heard[0])).toEqual({ flow: 'sign-in', state: 'enteringCredentials.blank' });
  stop();
  recorder.clear();
  expect(heard).toHaveLength(1);
});

it.each([
  [null],
  ['live'],
  [{ flow: 'a', state: 'b' }],
  [{ perch: 'live', flow: 'a' }],
  [{ perch: 'live', flow: '<b>', state: 'x' }],
  [{ perch: 'live', flow: 'a', state: 'x'.repeat(201) }],
])('%j is not a message from the app', (data) => {
  expect(liveStateIn(data)).toBeNull();
});
