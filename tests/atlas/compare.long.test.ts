import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { boxesOf } from '#atlas/diagram/boxes.ts';
import { layOut } from '#atlas/diagram/layout.ts';
import { crossings, overlaps } from '#atlas/diagram/overlaps.ts';
import { merged } from '#atlas/model/merged.ts';
import { alike, versionInFile } from '#atlas/model/version-file.ts';
import { compare, differenceLines, isSame, noVersion, versionOf, type FlowVersion } from '#machines/graph/compare.ts';
import { freshDocument } from '#walk/documents/documents.ts';
import { flowOf } from '#walk/paths/flows.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import { entriesOf } from '#walk/documents/catalogue.ts';
import { commitsOfAll, flowIn, readAt, readNow, revisionOf } from '#walk/documents/revisions.ts';
import { rulesIn } from '#walk/documents/rule-texts.ts';
import { chartOf, elk } from './support.ts';

const document = freshDocument(flowOf('sign-out'));
const now = versionOf(document, { 'sign-out:title (en-US)': 'Sign out' }, { isOld: 'Whether it is old.' });

/** The version in which one transition led elsewhere, a state had another name, and a text was different. */
function earlier(): FlowVersion {
  const transitions = now.transitions.map((transition) =>
    transition.trigger === 'CONFIRM'
      ? { ...transition, id: transition.id.replace(/→.*/, '→ elsewhere'), targets: ['elsewhere'] }
      : transition,
  );
  const states = [
    ...now.states.map((state) => (state.path === 'confirming' ? { ...state, route: '/Old' } : state)),
    { ...now.states[0]!, path: 'elsewhere', initial: false },
  ];
  return { ...now, states, transitions, texts: { 'sign-out:title (en-US)': 'Leave' }, rules: {} };
}

describe('two versions of a flow', () => {
  it('are the same if nothing has changed', () => {
    expect(isSame(compare(now, now))).toBe(true);
    expect(differenceLines(compare(now, now))).toEqual([]);
  });

  it('differ in states, transitions, texts and rules, each with what it was', () => {
    const difference = compare(earlier(), now);
    expect(difference.states).toEqual([
      { kind: 'changed', id: 'confirming', facts: [{ what: 'route', before: '/Old', after: '/Signout' }] },
      expect.objectContaining({ kind: 'removed', id: 'elsewhere' }),
    ]);
    expect(difference.transitions).toEqual([
      expect.objectContaining({
        kind: 'changed',
        was: expect.stringMatching(/CONFIRM.*→ elsewhere/) as string,
        facts: [expect.objectContaining({ what: 'leads to', before: 'elsewhere' })],
      }),
    ]);
    expect(difference.texts).toEqual([
      { kind: 'changed', id: 'sign-out:title (en-US)', facts: [{ what: 'text', before: 'Leave', after: 'Sign out' }] },
    ]);
    expect(difference.rules).toEqual([expect.objectContaining({ kind: 'added', id: 'isOld' })]);
  });

  it('list exactly the paths that go through what has changed', () => {
    const again = compare(earlier(), now).walkAgain;
    const through = document.paths
      .filter(({ steps }) => steps.some((step) => step.endsWith('→ confirming') || step.startsWith('CONFIRM')))
      .map(({ id }) => id);
    expect(again).toEqual(through);
    expect(compare({ ...now, texts: {} }, now).walkAgain).toEqual([]);
  });

  it('are all new compared with nothing', () => {
    const { states, transitions, walkAgain } = compare(noVersion, now);
    expect([states.length, transitions.length, walkAgain.length]).toEqual([
      now.states.length,
      now.transitions.length,
      now.paths.length,
    ]);
  });

  it('are drawn in one diagram, without overlaps', async () => {
    const before = earlier();
    const both = merged(before, now, compare(before, now));
    expect(both.classes.get('elsewhere')).toBe('removed');
    const drawing = await layOut(elk(), boxesOf(both));
    expect(drawing.boxes.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['elsewhere', ...now.states.map(({ path }) => path)]),
    );
    expect([...overlaps(drawing), ...crossings(drawing)]).toEqual([]);
  });
});

describe('a file', () => {
  it('from docs/flows or from the atlas is the same version', () => {
    const ofPage = versionInFile(JSON.stringify(document));
    const ofAtlas = versionInFile(JSON.stringify(chartOf('sign-out')));
    expect(ofPage.name).toBe('sign-out');
    expect(ofAtlas.name).toBe('sign-out');
    expect(compare(ofPage.version, ofAtlas.version)).toEqual({
      states: [],
      transitions: [],
      texts: [],
      rules: [],
      walkAgain: [],
    });
  });

  it('without texts is not reported as having lost them', () => {
    expect(isSame(compare(...alike(versionInFile(JSON.stringify(document)).version, now)))).toBe(true);
    expect(compare(...alike(noVersion, now)).texts).toHaveLength(1);
  });

  it.each([
    ['[]', 'no chart'],
    ['{', 'no JSON'],
    ['7', 'no JSON'],
    ['{"states":[],"transitions":[],"paths":[]}', 'without a name'],
  ])('%s is refused in words', (content, says) => {
    expect(() => versionInFile(content)).toThrow(says);
  });
});

describe('a revision', () => {
  it('returns a flow as it was then', async () => {
    const [commit] = (await commitsOfAll(1)).flow['sign-in'] ?? [];
    const version = flowIn(readAt(commit?.rev ?? ''), 'sign-in');
    expect(version?.states.map(({ path }) => path)).toContain('enteringCredentials');
    expect(version?.texts['sign-in:title (ja-JP)']).toBeDefined();
    expect(flowIn(readNow, 'no-such-flow')).toBeNull();
  });

  it.each([
    [
      'flow',
      'sign-in',
      [
        'docs/flows/sign-in.json',
        'machines/sign-in',
        'locales/en-US/sign-in.json',
        'locales/ja-JP/sign-in.json',
        'locales/zh-CN/sign-in.json',
      ],
    ],
    ['lifecycle', 'stake', ['machines/lifecycles/stake.machine.ts']],
  ] as const)('of a %s is among the commits that git lists for its files', async (kind, name, files) => {
    const told = execFileSync('git', ['log', '--full-history', '--no-merges', '--format=%H', '--', ...files], {
      encoding: 'utf8',
    })
      .trim()
      .split('\n');
    expect((await commitsOfAll(Infinity))[kind][name]?.map(({ rev }) => rev)).toEqual(told);
    expect((await commitsOfAll(1))[kind][name]).toHaveLength(1);
  });

  it.each(['no-such-revision', '--all', ''])('called "%s" is refused', (name) => {
    expect(() => revisionOf(name)).toThrow(UsageError);
  });

  it('is what npm run flows -- --diff accepts', () => {
    const run = (...parameters: string[]): string =>
      execFileSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'walk/commands/flows.ts', ...parameters], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
    const [root = ''] = execFileSync(
      'git',
      ['log', '--max-count=1', '--format=%H', '--diff-filter=A', '--', 'docs/flows/withdrawal.json'],
      { encoding: 'utf8' },
    ).split('\n');
    expect(run('--diff', `${root}^`)).toMatch(/^withdrawal \(is new\)$/m);
    expect(() => run('--diff', 'no-such-revision')).toThrow(/no-such-revision/);
    expect(() => run('--diff')).toThrow(/usage/);
  });
});

it('texts have their whole keys', () => {
  expect(entriesOf({ title: 'T', hint: { deep: { er: 'E' } } })).toEqual([
    ['title', 'T'],
    ['hint.deep.er', 'E'],
  ]);
});

it('rules have their words and their code', () => {
  const rules = rulesIn(
    'const limit = 3;\n/** Whether it is\n * too much (D-04). */\nexport function isMuch(n: number): boolean {\n  return n > limit;\n}\nfunction bare() {}\n',
  );
  expect(rules).toEqual([
    {
      name: 'isMuch',
      says: 'Whether it is\ntoo much (D-04).',
      code: expect.stringMatching(/^export function isMuch[^]*\}$/) as string,
    },
    { name: 'bare', says: '', code: 'function bare() {}' },
  ]);
});
