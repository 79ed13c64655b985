import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { JSDOM } from 'jsdom';
import { afterAll, describe, expect, it } from 'vitest';
import { actsOf, endOfAct } from './acts.ts';
import { run } from './command.ts';
import { expand } from './expand.ts';
import { flows, graphOf, pathsOf } from './flows.ts';
import { isGood, writeReport, type GuidedAct, type GuidedWalk } from './guide-report.ts';
import { ownTerminal, understood } from './guide-terminal.ts';
import { isPersons, tellingOf } from './guide-acts.ts';
import { cultures } from './report.ts';

const folder = mkdtempSync(join(tmpdir(), 'perch-guide-'));
afterAll(() => rmSync(folder, { recursive: true }));

const graphs = new Map(flows.map((cases) => [cases.machine.id, graphOf(cases)] as const));

describe('the acts of a path', () => {
  it('hold every step once and in order, each with one thing that is done', () => {
    for (const path of flows.flatMap(pathsOf)) {
      const steps = expand(path, graphs);
      const acts = actsOf(steps);
      expect(acts.flatMap((act) => act.steps)).toEqual(steps);
      for (const { first, steps: own } of acts) {
        expect(steps[first]).toBe(own[0]);
        expect(own.slice(1).filter(({ edge }) => edge.step.kind === 'event' || edge.step.kind === 'timer')).toEqual([]);
      }
    }
  });

  it('are told in words, in every language, with what must be seen', () => {
    for (const path of flows.flatMap(pathsOf)) {
      for (const [index, act] of actsOf(expand(path, graphs)).entries()) {
        const told = tellingOf(act, {}, cultures[index % cultures.length] ?? 'en-US', '/somewhere');
        expect([told.action, told.expected].join(' '), path.id).not.toMatch(/undefined|\[[a-z-]+:|null/);
        if (isPersons(act)) expect(told.action).toMatch(/ress "/);
        expect(endOfAct(act)).toBe(act.steps.at(-1));
      }
    }
  });
});

describe('what a tester says', () => {
  it.each([
    ['p', { kind: 'verdict', verdict: 'pass', remark: '' }],
    ['PASS', { kind: 'verdict', verdict: 'pass', remark: '' }],
    ['fail: the button is cut off', { kind: 'verdict', verdict: 'fail', remark: 'the button is cut off' }],
    ['f ボタンが切れている', { kind: 'verdict', verdict: 'fail', remark: 'ボタンが切れている' }],
    ['s', { kind: 'verdict', verdict: 'skip', remark: '' }],
    ['r slow', { kind: 'remark', remark: 'slow' }],
    ['remark', { kind: 'help' }],
    ['', { kind: 'help' }],
    ['perhaps', { kind: 'help' }],
    ['q', { kind: 'quit' }],
  ])('"%s" is understood', (line, meant) => {
    expect(understood(line)).toEqual(meant);
  });

  it('comes line by line, and ends', async () => {
    const terminal = ownTerminal(Readable.from(['pass\nfail x\n']), () => undefined);
    expect([await terminal.line(), await terminal.line(), await terminal.line()]).toEqual(['pass', 'fail x', null]);
    expect(terminal.said()).toBeNull();
  });
});

describe('the report of a guided walk', () => {
  const act: GuidedAct = { number: 1, action: 'Press "A & <b>".', data: [{ field: 'Name', value: '<script>alert(1)</script>' }], arranged: [], expected: 'the screen "A".', found: null, verdict: 'pass', remarks: [], picture: '01.png' };
  const walk: GuidedWalk = { id: 'sign-in-01', title: 'Good', purpose: 'Somebody signs in.', culture: 'ja-JP', began: '2026-01-01T00:00:00Z', ended: '2026-01-01T00:01:00Z', member: null, length: 1, acts: [act], afterwards: null };

  it('is good where all was passed and nothing found', () => {
    expect(isGood(walk)).toBe(true);
    expect(isGood({ ...walk, acts: [{ ...act, verdict: 'skip' }] })).toBe(false);
    for (const bad of [{ verdict: 'fail' }, { verdict: null }, { found: 'Another screen.' }] as const) expect(isGood({ ...walk, acts: [{ ...act, ...bad }] })).toBe(false);
    expect(isGood({ ...walk, length: 2 })).toBe(false);
    expect(isGood({ ...walk, afterwards: 'The console said: no.' })).toBe(false);
  });

  it('is a page that shows what was typed and takes none of it for markup, and the same as JSON', () => {
    writeReport(folder, { ...walk, acts: [{ ...act, remarks: ['<img src=x onerror=alert(1)>', 'a\u0000b'] }] });
    const { document } = new JSDOM(readFileSync(join(folder, 'report.html'), 'utf8')).window;
    expect(document.querySelectorAll('script, img[onerror]')).toHaveLength(0);
    expect(document.body.textContent).toContain('<script>alert(1)</script>');
    expect(document.querySelector('img')?.getAttribute('src')).toBe('01.png');
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({ id: 'sign-in-01', good: true, acts: [{ verdict: 'pass' }] });
  });
});

describe('npm run walk -- guide', () => {
  it.each([
    [['guide'], 'guide wants the path'],
    [['guide', 'sign-out-99'], 'There is no path'],
    [['guide', 'sign-out/reload/confirming'], 'is a cell'],
  ])('refuses %j in words', async (parameters, why) => {
    await expect(run(parameters, () => undefined)).rejects.toThrow(why);
  });
});
