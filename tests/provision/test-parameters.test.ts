import { describe, expect, it } from 'vitest';

import { wantedOf } from './test-parameters.mjs';
import { STEPS } from './test-steps.mjs';

const namesFor = (...parameters: string[]) => wantedOf(parameters, STEPS).steps?.map(({ name }) => name);
const refusalOf = (...parameters: string[]) => wantedOf(parameters, STEPS).refusal?.split('\n')[0];
const namesOn = (...lists: string[]) => STEPS.filter(({ list }) => lists.includes(list)).map(({ name }) => name);

describe('the steps', () => {
  it('are the short list, the long one, or both', () => {
    expect(namesFor()).toEqual(namesOn('short'));
    expect(namesFor('--long')).toEqual(namesOn('long'));
    expect(namesFor('--all')).toEqual(namesOn('short', 'long'));
  });

  it('need no browser where none is wanted', () => {
    const names = namesFor('--all', '--no-browser') ?? [];
    expect(names).toEqual(expect.arrayContaining(['unit', 'api-long']));
    for (const left of ['browser', 'firefox', 'webkit', 'walks', 'screens']) expect(names).not.toContain(left);
  });

  it('of the long list can have to end in time', () => {
    const wanted = wantedOf(['--long', '--within', '45', '--no-browser'], STEPS);
    expect(wanted.within).toEqual({ minutes: 45, pace: 1 });
    expect(wantedOf(['--long', '--within', '45', '--pace', '250'], STEPS).within).toEqual({ minutes: 45, pace: 2.5 });
    expect(wanted.steps).toEqual(wantedOf(['--long', '--no-browser'], STEPS).steps);
  });

  it('can be named, with commas or spaces between them, and keep their order', () => {
    expect(namesFor('--only', 'unit,api')).toEqual(['api', 'unit']);
    expect(namesFor('--only', 'api,', 'walks')).toEqual(['api', 'walks']);
  });
});

describe('help', () => {
  it.each([['--help'], ['-h'], ['--all', '--help'], ['--only', '--help']])('is given for %s %s', (...parameters) => {
    expect(wantedOf(parameters, STEPS)).toEqual({ help: expect.stringMatching(/^Runs every check and test/) });
  });

  it('has a line for every step', () => {
    const lines = wantedOf(['--help'], STEPS).help?.split('\n') ?? [];
    for (const { name, what } of STEPS)
      expect(lines.filter((line) => line.startsWith(`  ${name} `) && line.endsWith(` ${what}`))).toHaveLength(1);
  });
});

describe('what is refused', () => {
  it.each([
    [['unit'], 'There is no unit. Steps are named behind --only: npm test -- --only unit'],
    [['unit', 'api'], 'There is no unit or api. Steps are named behind --only: npm test -- --only unit,api'],
    [['unit,api', '--all'], 'There is no unit,api. Steps are named behind --only: npm test -- --only unit,api'],
    [['nonsense'], 'There is no nonsense.'],
    [['--nonsense'], 'There is no --nonsense.'],
    [[','], 'There is no ,.'],
    [['--only'], 'Which steps?'],
    [['--only', 'unit,nonsense,more'], 'There is no step called nonsense or more.'],
    [['--no-browser', '--only', 'unit'], '--only goes with the names of steps and with nothing else.'],
    [['--only', 'unit', '--all'], '--only goes with the names of steps and with nothing else.'],
    [['--long', '--within'], '--within takes a whole number of minutes, from 1.'],
    [['--long', '--within', '0'], '--within takes a whole number of minutes, from 1.'],
    [['--long', '--within', '-5'], '--within takes a whole number of minutes, from 1.'],
    [['--long', '--within', '45', '--pace', '0'], '--pace takes a whole number of percent, from 1.'],
    [['--long', '--pace', '150'], '--pace goes with --within.'],
    [['--within', '45'], '--within goes with --long.'],
    [['--all', '--within', '45'], '--within goes with --long.'],
    [['--all', '--long'], '--all has the long list in it; take one of the two.'],
  ])('%j', (parameters, why) => {
    expect(refusalOf(...parameters)).toBe(why);
  });

  it('is told with what can be said instead', () => {
    expect(wantedOf(['--nonsense'], STEPS).refusal).toMatch(
      /\nusage: npm test .*\nthe steps are components, browser, .*\nnpm test -- --help tells/,
    );
  });
});
