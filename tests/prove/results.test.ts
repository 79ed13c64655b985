import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tableOf } from './figures.ts';
import { progressOf, readResults, summaryOf, writeLine, type Found, type RunLine, type TurnLine } from './results.ts';

const RUN: RunLine = {
  kind: 'run',
  at: '2026-11-24T00:00:00Z',
  seed: 7,
  short: true,
  hours: null,
  names: ['bank'],
  revision: '0123456789',
  machine: '2 cores, Node 20',
};
const turn = (changes: Partial<TurnLine> = {}): TurnLine => ({
  ...{ kind: 'turn', name: 'bank', cycle: 0, seconds: 2, load: 1.5 },
  ...{ counts: { movements: 3 }, times: {}, failure: null, kept: null },
  ...changes,
});
const fault = (noticed: boolean): Found => ({ kind: 'fault', name: 'bank', fault: 'a loss', noticed });
const REQUIRED = { figures: ['movements'], faults: ['a loss'] };
const failuresOf = (...found: Found[]) => summaryOf('bank', RUN, found, REQUIRED).failures;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'perch-results-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('what a run has found', () => {
  it('is nothing if turns went well, something happened in them and every planted fault was noticed', () => {
    expect(failuresOf(fault(true), turn(), turn({ cycle: 1, counts: { movements: 4 } }))).toEqual([]);
  });

  it.each([
    ['nothing happened', [fault(true), turn({ counts: { movements: 0 } })], 'nothing was counted as: movements'],
    ['no turn was made', [fault(true)], 'nothing was counted as: movements'],
    ['a fault was missed', [fault(false), turn()], 'the planted fault was not noticed: a loss'],
    ['no fault was planted', [turn()], 'no fault was planted: a loss'],
    [
      'a turn failed',
      [fault(true), turn({ cycle: 4, failure: 'Error: a loss\n    at bank.ts', kept: '.prove/x' })],
      'Error: a loss (again: npm run prove -- --only bank --seed 7 --cycle 4 --short; what it left is in .prove/x)',
    ],
    [
      'a process ended',
      [fault(true), turn(), { kind: 'crash', name: 'bank', cycle: 1, failure: 'its process ended with SIGKILL' }],
      'its process ended with SIGKILL (again: npm run prove -- --only bank --seed 7 --cycle 1 --short)',
    ],
  ] satisfies [string, Found[], string][])('is told if %s', (_what, found, told) => {
    expect(failuresOf(...found)).toEqual([told]);
  });

  it('adds up over turns, and counts nothing of another experiment', () => {
    const other = turn({ name: 'kills', counts: { movements: 100 }, times: { restart: [9] } });
    const found = [
      fault(true),
      turn({ times: { restart: [3, 1] } }),
      other,
      turn({ cycle: 1, times: { restart: [2] } }),
    ];
    expect(summaryOf('bank', RUN, found, REQUIRED)).toMatchObject({
      turns: 2,
      seconds: 4,
      counts: { movements: 6 },
      times: { restart: [3, 1, 2] },
      noticed: ['a loss'],
    });
  });

  it('continues behind the last turn that was made, also if that failed', () => {
    expect(progressOf('bank', [])).toEqual({ cycle: 0, seconds: 0 });
    expect(progressOf('bank', [turn(), turn({ cycle: 1, failure: 'x' })])).toEqual({ cycle: 2, seconds: 4 });
  });
});

describe('the file of results', () => {
  it('is read as it was written, also if its last line is cut off', () => {
    const file = join(folder, 'run.jsonl');
    for (const line of [RUN, fault(true), turn()]) writeLine(file, line);
    expect(readResults(file)).toEqual({ run: RUN, found: [fault(true), turn()] });
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"kind":"tur`);
    expect(readResults(file).found).toHaveLength(2);
  });

  it.each([
    ['of something else', '{"kind":"turn"}\n'],
    ['that is empty', ''],
    ['that is damaged in the middle', `${JSON.stringify(RUN)}\n{"kind\n${JSON.stringify(turn())}\n`],
  ])('%s is refused', (_what, content) => {
    const file = join(folder, 'run.jsonl');
    writeFileSync(file, content);
    expect(() => readResults(file)).toThrow();
  });
});

describe('the table of figures', () => {
  it('has what was found below it', () => {
    const found = [fault(true), turn({ failure: 'a sum differs' })];
    const table = tableOf(RUN, [summaryOf('bank', RUN, found, REQUIRED)]);
    expect(table.slice(table.indexOf('Found:'))).toMatch(/^Found:\n\n- `bank`: .*a sum differs/);
  });

  it('says what was run, on what, and what was found', () => {
    const found = [fault(true), turn({ counts: { movements: 12_345 }, times: { restart: [10, 20, 30] } })];
    expect(tableOf(RUN, [summaryOf('bank', RUN, found, REQUIRED)])).toBe(
      [
        'Revision 0123456789, seed 7, short form, 2 cores, Node 20',
        '',
        '| experiment | turns | time | highest load | planted faults noticed | found |',
        '|---|---|---|---|---|---|',
        '| `bank` | 1 | 2 s | 1.5 | 1 | nothing |',
        '',
        '- `bank`: movements: 12,345; restart, 3 times: half within 20 ms, 95% within 30 ms, all within 30 ms',
      ].join('\n'),
    );
  });
});
