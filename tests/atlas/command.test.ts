import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '#atlas/build/command.ts';
import { COVERAGE, sessionCoverage, walkCoverage } from '#atlas/build/coverage.ts';
import { portRefused } from '#atlas/build/serve.ts';
import { DEFAULT_PORT, help, parseOptions } from '#atlas/build/options.ts';
import { coverageOf, writeCoverage, type CoverageReport } from '#walk/paths/coverage.ts';
import { flowOf, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import { pathsToSee } from '#walk/browser/pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'perch-atlas-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the command', () => {
  it('says what it can do', async () => {
    const said: string[] = [];
    expect(await run(['--help'], (text) => said.push(text))).toBe(0);
    expect(said).toEqual([help]);
  });

  it('understands its options', () => {
    expect(parseOptions([])).toEqual({
      help: false,
      build: null,
      screens: null,
      withoutScreens: false,
      fresh: false,
      release: false,
      log: null,
      since: null,
      port: DEFAULT_PORT,
      lang: null,
    });
    expect(parseOptions(['--lang', 'ja-JP']).lang).toBe('ja-JP');
    expect(parseOptions(['--build', 'out', '--since', 'HEAD~3', '--without-screens'])).toMatchObject({
      build: 'out',
      since: 'HEAD~3',
      withoutScreens: true,
    });
    expect(parseOptions(['--build']).build).toBe('dist/atlas');
    expect(parseOptions(['--screens', 'deposit', 'sign-in']).screens).toEqual(['deposit', 'sign-in']);
  });

  it.each([
    [['--bild']],
    [['out']],
    [['--log']],
    [['--port', 'x']],
    [['--lang', 'fr-FR']],
    [['--lang']],
    [['--build', 'a', 'b']],
    [['--help', 'me']],
  ])('refuses %j in words', (parameters) => {
    expect(() => parseOptions(parameters)).toThrow(UsageError);
  });

  it.each([[['--since', 'no-such-revision']], [['--since', 'no-such-revision', '--build', 'out']]])(
    'refuses an unknown revision before anything is made or served: %j',
    async (parameters) => {
      const said: string[] = [];
      await expect(run([...parameters, '--port', '0'], (text) => said.push(text))).rejects.toThrow(
        'There is no revision "no-such-revision".',
      );
      expect(said).toEqual([]);
    },
  );

  it('does not empty a folder that is not an atlas', async () => {
    writeFileSync(join(folder, 'thesis.txt'), 'years of work');
    await expect(run(['--build', folder], () => {})).rejects.toThrow(
      /holds thesis\.txt, which does not belong to an atlas/,
    );
    expect(readFileSync(join(folder, 'thesis.txt'), 'utf8')).toBe('years of work');
  });
});

describe('coverage', () => {
  const graph = graphOf(flowOf('sign-out'));
  const paths = pathsOf(flowOf('sign-out'));

  it('by all paths is every state and transition', () => {
    const { flows } = coverageOf(
      paths.map(({ edges }) => ({ graph, edges })),
      '2026-11-21T00:00:00Z',
    );
    const visits = flows['sign-out'];
    const fired = new Set(paths.flatMap(({ edges }) => edges.flatMap((edge) => edge.fired)));
    expect(new Set(Object.keys(visits?.transitions ?? {}))).toEqual(fired);
    expect(visits?.states['confirming']).toBeGreaterThan(0);
  });

  it('by a failed walk ends where it failed', () => {
    const [path] = paths;
    if (path === undefined) throw new Error('There is no path.');
    const walked = [{ id: path.id, steps: 1, seconds: 0, failure: { at: 1, message: 'no' } }];
    const [file = ''] = writeCoverage(
      folder,
      [{ graph, path }],
      [{ level: 'machine', walked, seconds: 0 }],
      '2026-11-21T00:00:00Z',
    );
    const { flows } = JSON.parse(readFileSync(file, 'utf8')) as CoverageReport;
    expect(flows['sign-out']?.transitions).toEqual({});
    expect(Object.keys(flows['sign-out']?.states ?? {})).toHaveLength(1);
  });

  it('that is damaged is not shown, and says so; the others are', () => {
    const root = join(folder, 'damaged');
    const place = join(root, COVERAGE);
    const [path] = paths;
    if (path === undefined) throw new Error('There is no path.');
    writeCoverage(place, [{ graph, path }], [{ level: 'machine', walked: [], seconds: 0 }], '2026-11-21T00:00:00Z');
    expect(readdirSync(place)).toEqual(['machine.json']);
    writeFileSync(join(place, 'browser.json'), '{"at":"2026-11-2');
    const refused: string[] = [];
    const runs = walkCoverage(root, (text) => refused.push(text));
    expect(runs.map(([chart, { name }]) => [chart, name])).toEqual([['sign-out', 'machine (by hand)']]);
    expect(refused).toEqual([`${COVERAGE}: browser.json is no report of coverage, so it is not shown.`]);
  });

  it('by a session is read from its log', async () => {
    const file = join(folder, 'session.json');
    writeFileSync(
      file,
      JSON.stringify([
        { flow: 'sign-out', event: 'xstate.init', outcome: null, state: 'confirming', at: 1 },
        { flow: 'sign-out', event: 'CONFIRM', outcome: null, state: 'revokingToken', at: 2 },
      ]),
    );
    const [[chart, visits] = ['', null]] = await sessionCoverage(file, '2026-11-21T00:00:00Z');
    expect(chart).toBe('sign-out');
    expect(visits?.name).toBe('session session.json');
    expect(visits?.states).toMatchObject({ confirming: 1, revokingToken: 1 });
    await expect(sessionCoverage(join(folder, 'none.json'), '')).rejects.toThrow(UsageError);
  });
});

it('few paths meet all states that need a picture', () => {
  const cases = flowOf('withdrawal');
  const graph = graphOf(cases);
  const chosen = pathsToSee(graph, pathsOf(cases));
  const met = new Set(chosen.flatMap(({ edges }) => edges.map(({ to }) => graph.nodes.get(to)?.state)));
  expect([...graph.nodes.values()].map(({ state }) => state).filter((state) => !met.has(state))).toEqual([]);
  expect(chosen.length).toBeLessThan(pathsOf(cases).length);
});

describe('a port that can’t be listened at', () => {
  it.each([
    ['EADDRINUSE', 'Port 8090 is taken; name another with --port.'],
    ['EACCES', 'Port 8090 is for the system’s administrator alone; name another with --port.'],
    ['EADDRNOTAVAIL', 'Port 8090 can’t be listened at (EADDRNOTAVAIL); name another with --port.'],
  ])('is refused in words: %s', (code, says) => {
    const refusal = portRefused(8090, { code });
    expect([refusal.message, refusal instanceof UsageError]).toEqual([says, true]);
  });

  it('since it is taken ends the command', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    await expect(run(['--port', String(port)], () => {})).rejects.toThrow(`Port ${port} is taken`);
    await new Promise((resolve) => taken.close(resolve));
  });
});
