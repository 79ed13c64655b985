import { describe, expect, it } from 'vitest';
import { NAMES } from './experiment.ts';
import { EXPERIMENTS } from './experiments.ts';
import { readParameters } from './parameters.ts';

describe('the list of experiments', () => {
  it('has each of them once, with a part of either kind of run', () => {
    expect(EXPERIMENTS.map(({ name }) => name).sort()).toEqual([...NAMES].sort());
    for (const { shortSeconds, share } of EXPERIMENTS) expect(Math.min(shortSeconds, share)).toBeGreaterThan(0);
  });

  it.each(EXPERIMENTS.map((listed) => [listed.name, listed] as const))(
    '%s says what it counts and what it must notice',
    async (_name, { load }) => {
      const { figures, faults } = await load();
      expect([new Set(figures).size, new Set(faults).size]).toEqual([figures.length, faults.length]);
      expect(Math.min(figures.length, faults.length)).toBeGreaterThan(0);
    },
  );
});

const ALL = EXPERIMENTS.map(({ name }) => name);
const run = { do: 'run', names: ALL, seed: null, hours: null, cycle: null };

describe('what the command is told', () => {
  it.each([
    ['', run],
    ['--short', run],
    ['--seed 17', { ...run, seed: 17 }],
    ['--hours 0.5', { ...run, hours: 0.5 }],
    ['--only kills,bank --seed 3', { ...run, names: ['kills', 'bank'], seed: 3 }],
    ['--only kills --seed 3 --cycle 4 --short', { ...run, names: ['kills'], seed: 3, cycle: 4 }],
    ['--resume a.jsonl', { do: 'resume', file: 'a.jsonl' }],
    ['--figures a.jsonl b.jsonl', { do: 'figures', files: ['a.jsonl', 'b.jsonl'] }],
  ])('%s', (line, wanted) => {
    expect(readParameters(line === '' ? [] : line.split(' '))).toEqual(wanted);
  });

  it.each(['--list', '--help', '-h', '--seed 3 --help'])('%s prints every experiment', (line) => {
    const wanted = readParameters(line.split(' '));
    expect(wanted.do).toBe('print');
    for (const name of ALL) expect('text' in wanted ? wanted.text : '').toContain(name);
  });

  it.each([
    ['--only kill', 'There is no experiment kill.'],
    ['kills', 'There is no kills.'],
    ['--seed', '--seed needs a value.'],
    ['--seed --short', '--seed needs a value.'],
    ['--seed 1 --seed 2', '--seed is given twice.'],
    ['--seed x', 'A seed and a cycle are whole numbers.'],
    ['--seed 4294967296', 'A seed and a cycle are whole numbers.'],
    ['--cycle 1', '--cycle goes with --seed and one experiment.'],
    ['--hours 0', '--hours is a number up to 1000.'],
    ['--hours 1 --short', '--short and --hours are two ways.'],
    ['--resume', 'Which file is resumed?'],
    ['--resume a.jsonl --seed 1', 'Which file is resumed?'],
    ['--figures', 'The figures of which files?'],
    ['--list --seed 1', '--list stands alone.'],
  ])('%s is refused: %s', (line, why) => {
    expect(readParameters(line.split(' '))).toEqual({
      do: 'refuse',
      why: `${why}\nnpm run prove -- --help shows what there is.`,
    });
  });
});
