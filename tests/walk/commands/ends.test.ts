import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { BrowserContext } from 'playwright-core';
import { traceOf } from '#walk/browser/trace.ts';
import type { Stage } from '#walk/browser/stage.ts';
import { choose } from '#walk/commands/chosen.ts';
import { cellsOf } from '#walk/paths/cells.ts';
import { flows } from '#walk/paths/flows.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import type { Drive } from '#walk/commands/run-levels.ts';
import { walk } from '../support/walk.ts';

const folder = mkdtempSync(join(tmpdir(), 'perch-ends-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** For this driver everything is as promised. */
const sound: Drive = (level, { walks, cells, onWalked, onCell }) => {
  const good = (id: string) => ({ id, steps: 2, seconds: 0.5, failure: null });
  const walked = [...walks].map(({ path }) => good(path.id));
  walked.forEach(onWalked);
  const walkedCells = cells.map(({ cell }) => good(cell.id));
  walkedCells.forEach(onCell);
  return Promise.resolve({ level, walked, cells: walkedCells, seconds: 1 });
};

/** This one fails a path, and then the level goes down. */
const dying: Drive = (_level, { walks, onWalked }) => {
  const [first] = walks;
  if (first !== undefined)
    onWalked({ id: first.path.id, steps: 2, seconds: 0.5, failure: { at: 1, message: 'It shows A.' } });
  return Promise.reject(new Error('The browser is gone.'));
};

describe('a run in which nothing would be walked', () => {
  const pressedTwiceElsewhere = flows
    .flatMap((cases) => cellsOf(cases, ['double-press']))
    .find(({ graph, cell }) => graph.cases.world.includes('event' in cell ? cell.event : ''))?.cell.id;

  it.each([
    [['sign-out', '--state', 'reviewing', '--level', 'machine'], '--state reviewing'],
    [['sign-out', '--state', 'reviewing', '--summary'], '--state reviewing'],
    [['sign-out', '--state', 'reviewing', '--by-hand', '--until', 'length(5)'], '--state reviewing --by-hand'],
    [['guide', 'sign-out', '--call', 'confirmDraft'], '--call confirmDraft'],
  ])('%j is refused, and names why', async (parameters, why) => {
    const walked = walk(parameters, sound);
    await expect(walked).rejects.toThrow(UsageError);
    await expect(walked).rejects.toThrow(`No path is like that, so there is nothing to walk: ${why}.`);
  });

  it('is still a list without entries, where only a list was asked for', async () => {
    const none = ['sign-out', '--state', 'reviewing'];
    const said = { code: 0, text: 'No path is like that.' };
    expect(await walk(none)).toEqual(said);
    expect(await walk([...none, '--format', 'gherkin'])).toEqual(said);
    expect(await walk([...none, '--format', 'json'])).toEqual({ code: 0, text: '[]' });
    expect((await walk([...none, '--format', 'csv'])).text.split('\n')).toEqual([
      expect.stringMatching(/^path,number,/),
    ]);
  });

  it('is refused for a cell that was named and can’t be walked at the level', async () => {
    const cell = pressedTwiceElsewhere ?? '';
    expect(cell).not.toBe('');
    for (const more of [[], ['sign-out']])
      await expect(walk([cell, ...more, '--level', 'browser'], sound)).rejects.toThrow(
        `"${cell}" can't be walked at the level browser`,
      );
    expect((await walk([cell, '--level', 'machine'], sound)).code).toBe(0);
  });
});

describe('a path', () => {
  const [one, other] = [join(folder, 'one.json'), join(folder, 'other.json')];

  it('is walked once and under its own id, whatever the names it is given by', async () => {
    await walk(['sign-out-01', 'sign-out-02', '--save', one]);
    await walk(['sign-out-01', '--save', other]);
    const { walks } = choose(['sign-out', 'sign-out-01', one, other, other]);
    const ids = walks.map(({ path }) => path.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.includes('saved'))).toEqual([
      'sign-out-saved-01',
      'sign-out-saved-02',
      'sign-out-saved-01-2',
    ]);
  });

  it('is repeated from its own file', async () => {
    const failing: Drive = async (level, options) => {
      const report = await sound(level, { ...options, onWalked: () => undefined });
      const walked = report.walked.map((each) => ({ ...each, failure: { at: 1, message: 'No.' } }));
      walked.forEach(options.onWalked);
      return { ...report, walked };
    };
    const { text } = await walk([one, other, '--level', 'machine'], failing);
    const again = [...text.matchAll(/✗ (\S+)[^✗]*again: (.*)/g)].map(([, id, command]) => [id, command]);
    expect(again).toEqual([
      ['sign-out-saved-01', `npm run walk -- ${one} --level machine`],
      ['sign-out-saved-02', `npm run walk -- ${one} --level machine`],
      ['sign-out-saved-01-2', `npm run walk -- ${other} --level machine`],
    ]);
  });
});

describe('a run whose level ends early', () => {
  it('keeps the reports of what was walked, with its end as a failure', async () => {
    const [xml, html, covered] = [join(folder, 'died.xml'), join(folder, 'died.html'), join(folder, 'covered')];
    const parameters = ['sign-out', '--level', 'machine', '--report', `junit=${xml},html=${html}`];
    expect((await walk(parameters, sound)).code).toBe(0);
    const green = readFileSync(xml, 'utf8');
    await expect(walk([...parameters, '--coverage', covered], dying)).rejects.toThrow('The browser is gone.');
    const text = readFileSync(xml, 'utf8');
    expect(green).toContain('failures="0"');
    expect(text).toContain('tests="2" failures="2"');
    expect(text).toContain('It shows A.');
    expect(text).toContain('The level ended early: The browser is gone.');
    expect(text).toContain(`npm run walk -- sign-out --level machine --report`);
    expect(readFileSync(html, 'utf8')).toContain('The level ended early');
    expect(JSON.parse(readFileSync(join(covered, 'machine.json'), 'utf8'))).toHaveProperty('flows');
  });

  it('leaves no older report behind while it runs', async () => {
    const xml = join(folder, 'older.xml');
    const parameters = ['sign-out-01', '--level', 'machine', '--report', `junit=${xml}`];
    let isThere = true;
    await walk(parameters, sound);
    await walk(parameters, (...given) => {
      isThere = existsSync(xml);
      return sound(...given);
    });
    expect([isThere, existsSync(xml)]).toEqual([false, true]);
  });

  it('is refused before it begins if its folders can’t be made', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const option of ['--trace', '--coverage', '--screens'])
      await expect(walk(['sign-out-01', '--level', 'browser', option, file], sound)).rejects.toThrow(
        `${option} can't write into ${file}`,
      );
    for (const [option, value] of [
      ['--report', `junit=${join(file, 'walks.xml')}`],
      ['--save', join(file, 'paths.json')],
    ] as const)
      await expect(walk(['sign-out-01', '--level', 'machine', option, value], sound)).rejects.toThrow(UsageError);
    await expect(walk([join(file, 'paths.json')])).rejects.toThrow("can't be read");
  });

  it('does not lose the failure of a walk over its trace', async () => {
    const tracing = { start: () => Promise.resolve(), stop: () => Promise.reject(new Error('The disk is full.')) };
    const stage = { context: { tracing } as unknown as BrowserContext } as Stage;
    const trace = await traceOf(stage, folder);
    expect([await trace.end('sign-out-01'), await trace.end(null)]).toEqual([
      'The trace could not be saved: The disk is full.',
      'The trace could not be ended: The disk is full.',
    ]);
  });
});

describe('a summary', () => {
  it('writes the coverage and says what failed, as text', async () => {
    const covered = join(folder, 'of-summary');
    const failing: Drive = async (level, options) => {
      const failure = { at: 1, message: 'It shows A.' };
      const report = await sound(level, { ...options, onWalked: () => undefined });
      const walked = report.walked.map((each) => ({ ...each, failure }));
      walked.forEach(options.onWalked);
      return { ...report, walked };
    };
    const parameters = ['sign-out-01', '--summary', '--level', 'machine', '--coverage', covered];
    const { code, text } = await walk(parameters, failing);
    expect(code).toBe(1);
    expect(text).toContain('✗ sign-out-01 (the good case, up to signed out): It shows A.');
    expect(text).toContain('again: npm run walk -- sign-out-01 --level machine');
    expect(text).toContain(join(covered, 'machine.json'));
    expect(existsSync(join(covered, 'machine.json'))).toBe(true);
    const asJson = await walk([...parameters, '--json'], failing);
    expect(JSON.parse(asJson.text)).toMatchObject({ levels: [{ failed: 1 }] });
  });
});
