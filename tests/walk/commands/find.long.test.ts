import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { asParameter } from '#walk/commands/again.ts';
import { apart, cellLine, cellsOf } from '#walk/paths/cells.ts';
import { flowOf, flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { parseGenerator, parseStop, sharedTime } from '#walk/generators/notation.ts';
import { readPaths } from '#walk/paths/saved.ts';
import { walk } from '../support/walk.ts';

const folder = mkdtempSync(join(tmpdir(), 'perch-find-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('paths are found', () => {
  it.each([
    [
      ['--state', 'reviewing'],
      ['withdrawal', 'transfer', 'exchange'],
    ],
    [['--event', 'CONFIRM', '--call', 'createTransfer'], ['transfer']],
    [['--call', 'confirmDraft'], ['confirmation']],
    [['--requirement', 'F-10'], []],
  ])('by %j', async (parameters, wanted) => {
    const { text } = await walk(parameters);
    const ids = text.split('\n').map((line) => line.split(':')[0] ?? '');
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids) expect(id).toMatch(/^[a-z-]+-\d+$/);
    for (const flow of wanted)
      expect(
        ids.some((id) => id.startsWith(`${flow}-`)),
        flow,
      ).toBe(true);
    expect(ids.length).toBeLessThan(flows.flatMap(pathsOf).length);
  });

  it('by the id of a rule in any case', async () => {
    expect((await walk(['--requirement', 'f-10'])).text).toBe((await walk(['--requirement', 'F-10'])).text);
  });

  it('by several criteria at once, within a given flow, and walked like those given by name', async () => {
    const { text } = await walk(['withdrawal', '--state', 'enteringWithdrawal', '--level', 'machine']);
    expect(text).toMatch(/✓ withdrawal-/);
    expect(text).not.toContain('transfer');
  });

  it.each([
    [['--state', 'reviewin'], 'There is no state "reviewin". Nearest: reviewing'],
    [['--event', 'CONFRM'], 'Nearest: CONFIRM'],
    [['--call', 'confirmDaft'], 'Nearest: confirmDraft'],
    [['--requirement', 'F-1O'], 'There is no requirement'],
  ])('and %j suggests the nearest names', async (parameters, hint) => {
    await expect(walk(parameters)).rejects.toThrow(hint);
  });
});

describe('cells of one state', () => {
  it('are distinguished by the path that leads there', () => {
    for (const cases of flows) {
      const lines = cellsOf(cases).map((cell) => cellLine(cell).replace(/ \(\d+\):/, ':'));
      expect(lines.length - new Set(lines).size, cases.machine.id).toBe(0);
    }
    expect(apart('deposit/reload/loadingOptions (3)')).toBe('reloaded at form');
    expect(apart('sign-out/reload/confirming')).toBe('');
  });
});

describe('saved paths', () => {
  const file = join(folder, 'saved.json');

  it('are walked again, whatever number the plan gives them', async () => {
    expect((await walk(['sign-in', '--save', file])).text).toContain(`paths saved in ${file}`);
    const { code, text } = await walk([file, '--level', 'machine']);
    expect([code, text]).toEqual([0, expect.stringMatching(/✓ sign-in-saved-01 /)]);
    const read = readPaths(file, flows, graphOf);
    expect(read.map(({ path }) => path.edges)).toEqual(pathsOf(flowOf('sign-in')).map(({ edges }) => edges));
    // Renumbered, they are still the same paths; and saving what was read changes nothing.
    expect((await walk([file])).text).toContain('# sign-in-saved-01: the good case');
  });

  it('say which command walks them again, and that command does', async () => {
    const odd = join(folder, 'a b..c.json');
    const { text } = await walk(['sign-in-01', '--save', odd]);
    expect(text).toContain(
      `1 path saved in ${odd}. npm run walk -- '${odd}' shows it; npm run walk -- '${odd}' --level browser walks it again.`,
    );
    expect((await walk([odd, '--level', 'machine'])).text).toContain('✓ sign-in-saved-01 (');
    expect((await walk(['sign-in', '--save', odd, '--level', 'machine'])).text).toContain(
      `npm run walk -- '${odd}' --level machine walks them again.`,
    );
    expect(asParameter('-x.json')).toBe('./-x.json');
  });

  it('never overwrite something else, and never get a name that would not be recognized', async () => {
    const other = join(folder, 'package.json');
    writeFileSync(other, '{"name":"perch"}');
    await expect(walk(['sign-in-01', '--save', other])).rejects.toThrow('holds something else than saved paths');
    expect(readFileSync(other, 'utf8')).toBe('{"name":"perch"}');
    const [link, elsewhere] = [join(folder, 'link.json'), join(folder, 'elsewhere.json')];
    symlinkSync(elsewhere, link);
    await expect(walk(['sign-in-01', '--save', link])).rejects.toThrow('holds something else than saved paths');
    expect(existsSync(elsewhere)).toBe(false);
    await expect(walk(['sign-in-01', '--save', join(folder, 'paths')])).rejects.toThrow('whose name ends in .json');
    expect(existsSync(join(folder, 'paths'))).toBe(false);
  });

  it('have distinct names that cannot leave the folder', async () => {
    const content = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly format: string;
      readonly paths: readonly { readonly id: string }[];
    };
    const evil = join(folder, 'evil.json');
    for (const id of ['../../x', '/x', 'a b', '', '-x', 'x\n', 'x'.repeat(101)]) {
      writeFileSync(evil, JSON.stringify({ ...content, paths: content.paths.map((path) => ({ ...path, id })) }));
      await expect(walk([evil]), id).rejects.toThrow('holds no paths as --save writes them');
    }
    writeFileSync(
      evil,
      JSON.stringify({ ...content, paths: content.paths.slice(0, 2).map((path) => ({ ...path, id: 'sign-in-01' })) }),
    );
    expect(readPaths(evil, flows, graphOf).map(({ path }) => path.id)).toEqual([
      'sign-in-saved-01',
      'sign-in-saved-01-2',
    ]);
  });

  it('say which step a chart no longer has', async () => {
    const content = readFileSync(file, 'utf8');
    const changed = join(folder, 'changed.json');
    writeFileSync(changed, content.replace('"to": "creatingToken"', '"to": "askingFirst"'));
    await expect(walk([changed])).rejects.toThrow(
      /changed\.json, sign-in-01: step 1 \(SUBMIT_FORM → askingFirst\) is no longer in the chart: sign-in can't do that in enteringCredentials\.blank\. It leads to creatingToken now\./,
    );
    writeFileSync(changed, content.replace('"event": "SUBMIT_FORM"', '"event": "SEND_FORM"'));
    await expect(walk([changed])).rejects.toThrow(
      /step 1 \(SEND_FORM → creatingToken\) is no longer in the chart.*There are: SUBMIT_FORM/,
    );
    writeFileSync(changed, content.replaceAll('"flow": "sign-in"', '"flow": "signin"'));
    await expect(walk([changed])).rejects.toThrow('There is no flow "signin". Nearest: sign-in');
  });

  it('are refused if a file contains something else', async () => {
    const other = join(folder, 'other.json');
    const step = { kind: 'start', name: 'fresh' };
    const path = (changes: object): string =>
      JSON.stringify({
        format: 'perch-paths-1',
        paths: [{ id: 'a', flow: 'sign-in', steps: [{ step, to: 'x' }], ...changes }],
      });
    const hostile = [
      path({ flow: ['sign-in'] }),
      path({ flow: '\u001B[2J' }),
      path({ steps: [null] }),
      path({ steps: 'start' }),
      path({ steps: [{ step: null, to: 'x' }] }),
      path({ steps: [{ step: [], to: 'x' }] }),
      path({ steps: [{ step: { kind: 'toString' }, to: 'x' }] }),
      path({ steps: [{ step: { ...step, more: 1 }, to: 'x' }] }),
      path({ steps: [{ step: { kind: 'start', name: { fresh: 1 } }, to: 'x' }] }),
      path({ steps: [{ step, to: 'a/../b' }] }),
      path({}).replace('"name"', '"__proto__"'),
      path({}).replace('"flow"', '"__proto__"'),
      '{"__proto__":{"format":"perch-paths-1","paths":[]}}',
      '{"format":"perch-paths-1","paths":[]}',
      '{"format":"perch-paths-1","paths":{"length":1}}',
      'null',
      '['.repeat(100_000),
      '',
    ];
    const before = Object.getOwnPropertyNames(Object.prototype);
    for (const content of [
      ...hostile,
      'hello',
      '[]',
      '{"format":"perch-paths-1","paths":[{"id":"a"}]}',
      '{"format":"perch-paths-1","paths":[null]}',
    ]) {
      writeFileSync(other, content);
      await expect(walk([other]), content.slice(0, 200)).rejects.toThrow('holds no paths as --save writes them');
      // An empty file contains no paths.
      await expect(walk(['sign-in-01', '--save', other])).rejects.toThrow('holds something else than saved paths');
      expect(readFileSync(other, 'utf8')).toBe(content);
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    await expect(walk([join(folder, 'absent.json')])).rejects.toThrow("can't be read");
    await expect(walk(['sign-in', '--save', join(folder, 'no/such/folder.json')])).rejects.toThrow("can't be saved");
  });
});

describe('a given file', () => {
  it('is not read if it is too large, or not a file', async () => {
    const large = join(folder, 'large.json');
    writeFileSync(large, '');
    truncateSync(large, 5_000_000_000);
    mkdirSync(join(folder, 'folder.json'));
    execFileSync('mkfifo', [join(folder, 'pipe.json')]);
    for (const parameters of [[large], ['--replay', large]])
      await expect(walk(parameters)).rejects.toThrow('is too large: at most 4 MB are read.');
    for (const name of ['folder.json', 'pipe.json']) {
      await expect(walk([join(folder, name)])).rejects.toThrow("can't be read: it is no file.");
      await expect(walk(['sign-in-01', '--save', join(folder, name)])).rejects.toThrow(
        'holds something else than saved paths',
      );
    }
    rmSync(large);
  });

  it('cannot send control sequences to a terminal', async () => {
    const log = join(folder, 'log.json');
    writeFileSync(
      log,
      JSON.stringify([{ flow: 'sign-in\u001B[2J\u202E', event: 'xstate.init', outcome: null, state: 'x', at: 0 }]),
    );
    await expect(walk(['--replay', log])).rejects.toThrow('there is no flow "sign-in\uFFFD[2J\uFFFD"');
  });
});

describe('a generator', () => {
  it.each([
    ['edge_coverage(100', '"edge_coverage(100" lacks a closing bracket. Did you mean "edge_coverage(100)"?'],
    ['length(5) and (time(2s)', 'lacks a closing bracket'],
    ['length(5))', 'has a closing bracket too many'],
  ])('reports for %s which bracket is missing', (text, why) => {
    expect(() => parseStop(text)).toThrow(why);
  });

  it('reports so for its own brackets, too', () => {
    expect(() => parseGenerator('random(edge_coverage(100)')).toThrow('lacks a closing bracket');
  });

  it('has the time of the whole run, in equal shares', () => {
    expect(sharedTime(parseGenerator('random(time(60s) or length(5))'), 20).stop).toEqual({
      kind: 'or',
      left: { kind: 'time', seconds: 3 },
      right: { kind: 'length', steps: 5 },
    });
  });

  it('walks every flow within the time of the run, not each flow for that time', async () => {
    const { code, text } = await walk([
      'sign-in',
      'sign-out',
      'challenge',
      'contact',
      '--until',
      'time(1s)',
      '--level',
      'machine',
      '--seed',
      '1',
    ]);
    expect(code).toBe(0);
    for (const flow of ['sign-in', 'sign-out', 'challenge', 'contact'])
      expect(text).toMatch(new RegExp(`^${flow}: random, seed 1: \\d+ walks`, 'm'));
  });
});

describe('an option about a browser', () => {
  it.each([['--screens', '/somewhere'], ['--slow', '5'], ['--headed'], ['--pause'], ['--trace', '/somewhere']])(
    '%s opens none if another level is given',
    async (...option) => {
      await expect(walk(['sign-out-01', '--level', 'machine', ...option])).rejects.toThrow(
        `${option[0] ?? ''} is about the browser, and --level machine walks none.`,
      );
    },
  );
});
