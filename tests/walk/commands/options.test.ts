import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '#walk/commands/command.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import { parseOptions } from '#walk/commands/options.ts';
import type { BrowserOptions, Level } from '#walk/paths/report.ts';
import type { Drive } from '#walk/commands/run-levels.ts';

const folder = mkdtempSync(join(tmpdir(), 'perch-options-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the command passes to the drivers, level by level. */
async function handed(parameters: readonly string[]): Promise<ReadonlyMap<Level, BrowserOptions>> {
  const options = new Map<Level, BrowserOptions>();
  const drive: Drive = (level, given) => {
    options.set(level, given);
    return Promise.resolve({ level, walked: [], cells: [], seconds: 0 });
  };
  expect(await run(parameters, () => {}, drive)).toBe(0);
  return options;
}

describe('watching in the browser', () => {
  it('passes language, pace and folder to the level', async () => {
    const asked = await handed([
      'sign-out-01',
      '--browser',
      '--lang',
      'zh-CN',
      '--slow',
      '800',
      '--screens',
      join(folder, 'screens'),
    ]);
    expect([...asked.keys()]).toEqual(['browser']);
    expect(asked.get('browser')).toMatchObject({
      culture: 'zh-CN',
      slow: 800,
      screens: join(folder, 'screens'),
      trace: null,
      headed: false,
      pause: false,
      cells: [],
    });
  });

  it('is fast, without a window and in English by default', async () => {
    expect((await handed(['sign-out-01', '--browser'])).get('browser')).toMatchObject({
      culture: 'en-US',
      slow: 0,
      screens: null,
      headed: false,
      pause: false,
    });
  });

  it.each([['--headed'], ['--slow', '100'], ['--pause'], ['--screens', folder], ['--trace', folder]])(
    'is implied by %s alone',
    async (...parameters) => {
      expect([...(await handed(['sign-out-01', ...parameters])).keys()]).toEqual(['browser']);
    },
  );

  it('is added to the given levels, each once', async () => {
    expect([...(await handed(['sign-out-01', '--level', 'machine,browser,machine', '--browser'])).keys()]).toEqual([
      'machine',
      'browser',
    ]);
  });

  it('opens a window to pause in', () => {
    expect(parseOptions(['--pause'])).toMatchObject({ headed: true, pause: true });
  });
});

describe('the options', () => {
  it('take their value after a space or after an equals sign', () => {
    for (const parameters of [['--seed', '42'], ['--seed=42']]) expect(parseOptions(parameters).seed).toBe(42);
    expect(parseOptions(['--until=length(5) or time(2s)']).generator).toMatchObject({
      name: 'random',
      stop: { kind: 'or' },
    });
  });

  it('use the condition of --until instead of the generator’s own', () => {
    expect(parseOptions(['--generator', 'shortest(never)', '--until', 'length(5)']).generator).toEqual({
      name: 'shortest',
      stop: { kind: 'length', steps: 5 },
    });
  });

  it('treat --json as --format json', () => {
    expect(parseOptions(['--json']).format).toBe('json');
  });

  it('match the output of --help, with every option', async () => {
    const printed: string[] = [];
    expect(await run(['--help'], (text) => printed.push(text))).toBe(0);
    for (const option of [
      '--lang',
      '--format',
      '--json',
      '--summary',
      '--level',
      '--matrix',
      '--browser',
      '--generator',
      '--seed',
      '--until',
      '--replay',
      '--headed',
      '--slow',
      '--pause',
      '--screens',
      '--headless',
      '--into',
      '--by-hand',
      '--requirement',
      '--state',
      '--event',
      '--call',
      '--save',
      '--trace',
      '--report',
    ]) {
      expect(printed.join(), option).toContain(option);
    }
  });

  it.each([
    [['--seed'], '--seed wants a value'],
    [['--seed', '--json'], '--seed wants a value'],
    [['--seed', 'many'], 'wants a whole number'],
    [['--slow', '-1'], 'wants a whole number'],
    [['--matrix', 'reload,all'], 'stands alone'],
    [['--matrix', 'none,back'], 'stands alone'],
  ])('refuse %j', (parameters, why) => {
    expect(() => parseOptions(parameters)).toThrow(UsageError);
    expect(() => parseOptions(parameters)).toThrow(why);
  });
});
