import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { parametersOf } from '#tests/provision/test-steps.mjs';
import { plant, type PlantedRepository } from './planted-repository.ts';

const require = createRequire(import.meta.url);
const rules = (require('../../.dependency-cruiser.cjs') as { forbidden: { name: string }[] }).forbidden.map(
  ({ name }) => name,
);

const uses = (...paths: string[]) =>
  `${paths.map((path, index) => `import { it as it${index} } from '${path}';`).join('\n')}\nexport const it = [${paths.map((_, index) => `it${index}`).join(', ')}];\n`;
const leaf = 'export const it = 1;\n';

/** Rule, the file that violates it, and what that file imports. */
const VIOLATIONS: [rule: string, file: string, imports: string][] = [
  ['no-unresolvable', 'src/pages/lost.tsx', '#src/pages/nowhere.ts'],
  ['charts-are-alone', 'machines/a/a.machine.ts', '#machines/b/b.machine.ts'],
  ['charts-are-alone', 'machines/a/a.rules.ts', '#src/api/client.ts'],
  ['charts-are-alone', 'machines/a/a.types.ts', 'react'],
  ['charts-are-alone', 'machines/a/a.cases.ts', 'node:fs'],
  ['charts-are-alone', 'machines/a/a.texts.ts', '#locales/texts.ts'],
  ['graph-tools-stay-in-machines', 'machines/graph/explore.ts', '#machines/b/b.machine.ts'],
  ['client-leaves-know-no-product', 'src/ui/button.tsx', '#src/flows/a/a.route.tsx'],
  ['client-leaves-know-no-product', 'src/api/reply.ts', '#machines/b/b.machine.ts'],
  ['client-leaves-know-no-product', 'src/api/outcome.ts', '#machines/chart/meta.ts'],
  ['client-leaves-know-no-product', 'src/api/bridged.ts', '#src/bridge/leaf.ts'],
  ['client-leaves-know-no-product', 'src/i18n/loose.ts', '#src/loose.tsx'],
  ['client-leaves-know-not-each-other', 'src/i18n/texts.ts', '#src/ui/leaf.tsx'],
  ['flows-know-no-page', 'src/flows/a/screens/paged.tsx', '#src/pages/leaf.tsx'],
  ['flows-know-no-page', 'src/flow/paged.tsx', '#src/pages/leaf.tsx'],
  ['flows-know-no-page', 'src/flows/a/screens/routed.tsx', '#src/app/leaf.tsx'],
  ['flows-know-no-page', 'src/flow/shown.tsx', '#src/shell/leaf.ts'],
  ['flows-are-apart', 'src/flows/b/b.route.tsx', '#src/flows/a/a.route.tsx'],
  ['flows-are-apart', 'src/flows/confirmation/confirmation.ports.ts', '#src/flows/a/a.route.tsx'],
  ['flows-use-their-own-chart', 'src/flows/a/a.ports.ts', '#machines/b/b.machine.ts'],
  ['beside-the-rooms-of-the-client-are-leaves', 'src/loose.tsx', '#src/flows/a/a.route.tsx'],
  ['nobody-needs-the-entry-of-the-client', 'src/shell/start.ts', '#src/main.tsx'],
  ['client-knows-no-server', 'src/pages/page.tsx', '#server/platform/db/leaf.ts'],
  ['operations-are-apart', 'server/entry/operations/one.ts', './two.ts'],
  ['ledger-knows-only-the-database', 'server/domain/ledger/post.ts', '#server/entry/operations/two.ts'],
  ['ledger-knows-only-the-database', 'server/domain/ledger/serve.ts', 'fastify'],
  ['platform-knows-no-club', 'server/platform/mail/mail.ts', '#server/domain/seats/leaf.ts'],
  ['platform-knows-no-club', 'server/platform/jobs/job.ts', '#server/entry/operations/two.ts'],
  ['domain-knows-no-entry', 'server/domain/bonuses/bonus.ts', '#server/entry/operations/two.ts'],
  ['server-knows-only-lifecycles', 'server/entry/jobs/job.ts', '#machines/b/b.machine.ts'],
  ['contract-imports-nothing', 'locales/clever.ts', '#src/api/client.ts'],
  ['nobody-needs-the-atlas', 'src/pages/map.ts', '#atlas/model/model.ts'],
  ['nobody-needs-the-atlas', 'machines/graph/draw.ts', '#atlas/model/model.ts'],
  ['atlas-knows-no-side-of-the-product', 'atlas/build/peek.ts', '#server/platform/db/leaf.ts'],
  ['atlas-knows-no-side-of-the-product', 'atlas/app/peek.tsx', '#src/ui/leaf.tsx'],
  ['atlas-knows-no-side-of-the-product', 'atlas/build/test.ts', '#tests/atlas/leaf.ts'],
  ['atlas-knows-no-side-of-the-product', 'atlas/build/drive.ts', '#walk/browser/driver.ts'],
  ['nobody-needs-the-walker', 'src/pages/walked.tsx', '#walk/paths/flows.ts'],
  ['nobody-needs-the-walker', 'machines/graph/walked.ts', '#walk/paths/flows.ts'],
  ['nobody-needs-the-walker', 'server/entry/jobs/walked.ts', '#walk/paths/flows.ts'],
  ['nobody-needs-the-atlas', 'walk/paths/drawn.ts', '#atlas/model/model.ts'],
  ['walker-knows-no-test', 'walk/paths/tested.ts', '#tests/atlas/leaf.ts'],
  ['walker-knows-no-test', 'walk/browser/tested.ts', '#tests/provision/leaf.mjs'],
  ['fixtures-know-only-the-server', 'fixtures/club/tested.ts', '#tests/atlas/leaf.ts'],
  ['fixtures-know-only-the-server', 'fixtures/club/walked.ts', '#walk/paths/flows.ts'],
  ['nobody-but-walks-and-tests-needs-the-fixtures', 'server/domain/seats/filled.ts', '#fixtures/club/club.ts'],
  ['nobody-but-walks-and-tests-needs-the-fixtures', 'atlas/build/filled.ts', '#fixtures/club/club.ts'],
  ['before-the-install-there-is-only-node', 'fixtures/system/lacking.mjs', 'kysely'],
  ['before-the-install-there-is-only-node', 'tests/provision/lacking.mjs', '../atlas/leaf.ts'],
  ['atlas-site-stands-alone', 'atlas/app/walk.tsx', '#walk/paths/flows.ts'],
  ['atlas-site-stands-alone', 'atlas/diagram/walk.ts', '#atlas/build/atlas.ts'],
  ['money-imports-nothing', 'money/rates.ts', '#server/platform/db/leaf.ts'],
  ['money-imports-nothing', 'money/decimal.ts', 'xstate'],
];

/** Rule, and the folders that are planted in a cycle. */
const RINGS: [rule: string, ...rooms: string[]][] = [
  ['rooms-of-the-client-stand-above-each-other', 'src/flow', 'src/reads', 'src/session'],
  ['rooms-of-the-server-stand-above-each-other', 'server/domain/eggs', 'server/domain/hens', 'server/domain/nests'],
];

/** Rule, and two rooms that are planted so that they need each other. */
const PAIRS: [rule: string, one: string, other: string][] = [
  ['rooms-of-the-walker-stand-above-each-other', 'walk/hens', 'walk/eggs'],
  ['rooms-of-the-fixtures-stand-above-each-other', 'fixtures/hens', 'fixtures/eggs'],
  ['rooms-of-the-atlas-stand-above-each-other', 'atlas/hens', 'atlas/eggs'],
  ['rooms-of-the-machines-stand-above-each-other', 'machines/hens', 'machines/eggs'],
];

/** What the table allows, to prove that the rules do not forbid everything. */
const ALLOWED: [file: string, ...imports: string[]][] = [
  ['money/total.ts', './amount.ts'],
  [
    'machines/c/c.machine.ts',
    'xstate',
    '#money/amount.ts',
    '#machines/challenge/challenge.machine.ts',
    '#machines/chart/meta.ts',
    './c.rules.ts',
  ],
  [
    'src/flows/c/c.route.tsx',
    '#money/amount.ts',
    '#machines/c/c.machine.ts',
    '#machines/challenge/challenge.machine.ts',
    '#src/ui/leaf.tsx',
    '#src/api/client.ts',
    '#src/flows/confirmation/leaf.tsx',
  ],
  ['src/pages/opened.tsx', '#src/flows/d/d.route.tsx'],
  ['src/ui/led.tsx', '#src/paths.ts', '#src/choice-cookies.ts', '#src/lean/leaf.ts', '#src/styles/leaf.ts'],
  ['server/entry/operations/three.ts', '#server/platform/db/leaf.ts', '#server/domain/seats/leaf.ts'],
  ['server/domain/stakes/stake.ts', '#server/platform/db/leaf.ts', '#server/domain/seats/leaf.ts'],
  ['server/domain/ledger/read.ts', '#server/platform/db/leaf.ts', '#money/amount.ts', 'kysely'],
  ['atlas/build/make.ts', '#atlas/model/model.ts', '#walk/paths/flows.ts', '#machines/chart/meta.ts'],
  [
    'walk/browser/act.ts',
    '#walk/paths/flows.ts',
    '#machines/chart/meta.ts',
    '#src/ui/leaf.tsx',
    '#server/platform/db/leaf.ts',
  ],
  ['server/entry/jobs/status.ts', '#machines/lifecycles/deposit.ts'],
  ['fixtures/club/opened.ts', '#server/platform/db/leaf.ts'],
  ['walk/browser/opened.ts', '#fixtures/club/club.ts'],
  ['tests/provision/set-up.mjs', 'node:fs', './leaf.mjs'],
];

const LEAVES = [
  'atlas/model/model.ts',
  'atlas/build/atlas.ts',
  'walk/paths/flows.ts',
  'walk/browser/driver.ts',
  'tests/atlas/leaf.ts',
  'tests/provision/leaf.mjs',
  'fixtures/club/club.ts',
  'money/amount.ts',
  'machines/b/b.machine.ts',
  'machines/c/c.rules.ts',
  'machines/challenge/challenge.machine.ts',
  'machines/chart/meta.ts',
  'machines/lifecycles/deposit.ts',
  'src/main.tsx',
  'src/api/client.ts',
  'src/app/leaf.tsx',
  'src/bridge/leaf.ts',
  'src/choice-cookies.ts',
  'src/flows/d/d.route.tsx',
  'src/lean/leaf.ts',
  'src/pages/leaf.tsx',
  'src/paths.ts',
  'src/shell/leaf.ts',
  'src/styles/leaf.ts',
  'src/ui/leaf.tsx',
  'src/flows/a/a.route.tsx',
  'src/flows/confirmation/leaf.tsx',
  'server/platform/db/leaf.ts',
  'server/domain/seats/leaf.ts',
  'server/entry/operations/two.ts',
  'locales/texts.ts',
];

/** The folders that `npm run imports` looks into. */
function foldersLookedAt(): string[] {
  return parametersOf('imports').filter((each) => /^\w+$/.test(each));
}

interface Report {
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
}

describe('the import rules', () => {
  let planted: PlantedRepository;
  let violations: Report['summary']['violations'];

  beforeAll(() => {
    planted = plant({
      ...Object.fromEntries(LEAVES.map((file) => [file, leaf])),
      ...Object.fromEntries(VIOLATIONS.map(([, file, path]) => [file, uses(path)])),
      ...Object.fromEntries(ALLOWED.map(([file, ...paths]) => [file, uses(...paths)])),
      'src/pages/hen.ts': uses('./egg.ts'),
      'src/pages/egg.ts': uses('./hen.ts'),
      // No file of these imports itself; the folders do, through a third.
      'src/session/tell.ts': uses('#src/reads/hear.ts'),
      'src/reads/hear.ts': leaf,
      'src/reads/ask.ts': uses('#src/flow/answer.ts'),
      'src/flow/answer.ts': uses('#src/session/known.ts'),
      'src/session/known.ts': leaf,
      'server/domain/hens/lay.ts': uses('#server/domain/eggs/shell.ts'),
      'server/domain/eggs/shell.ts': leaf,
      'server/domain/eggs/hatch.ts': uses('#server/domain/nests/warm.ts'),
      'server/domain/nests/warm.ts': uses('#server/domain/hens/feather.ts'),
      'server/domain/hens/feather.ts': leaf,
      ...Object.fromEntries(
        PAIRS.flatMap(([, hens, eggs]) => [
          [`${hens}/lay.ts`, uses(`#${eggs}/shell.ts`)],
          [`${eggs}/shell.ts`, leaf],
          [`${eggs}/hatch.ts`, uses(`#${hens}/feather.ts`)],
          [`${hens}/feather.ts`, leaf],
        ]),
      ),
    });
    const program = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const folders = foldersLookedAt().filter((folder) => existsSync(join(planted.folder, folder)));
    spawnSync(
      process.execPath,
      [
        program,
        '--config',
        '.dependency-cruiser.cjs',
        '--output-type',
        'json',
        '--output-to',
        'report.json',
        ...folders,
      ],
      {
        cwd: planted.folder,
      },
    );
    violations = (JSON.parse(readFileSync(join(planted.folder, 'report.json'), 'utf8')) as Report).summary.violations;
  });

  afterAll(() => planted.remove());

  it.each(VIOLATIONS)('%s: %s may not import %s', (rule, file) => {
    expect(violations).toContainEqual(
      expect.objectContaining({ from: file, rule: expect.objectContaining({ name: rule }) as unknown }),
    );
  });

  it('no-cycles: two files may not import each other', () => {
    expect(violations.filter(({ rule }) => rule.name === 'no-cycles').map(({ from }) => from)).toContain(
      'src/pages/egg.ts',
    );
  });

  it.each(RINGS)('%s: three folders may not form a cycle', (name, ...ring) => {
    const rooms = violations.filter(({ rule }) => rule.name === name).map(({ from }) => from);
    expect([...new Set(rooms)].sort()).toEqual(ring);
    const circular = violations.filter(({ rule }) => rule.name === 'no-cycles').map(({ from }) => dirname(from));
    expect(circular.filter((room) => ring.includes(room))).toEqual([]);
  });

  it.each(PAIRS)('%s: two rooms may not need each other', (name, ...pair) => {
    const rooms = violations.filter(({ rule }) => rule.name === name).map(({ from }) => from);
    expect([...new Set(rooms)].sort()).toEqual(pair.toSorted());
  });

  it('look at every folder that others may import', () => {
    const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: object };
    expect(foldersLookedAt().toSorted()).toEqual(
      Object.keys(imports)
        .map((alias) => alias.slice(1, -2))
        .toSorted(),
    );
  });

  it.each(ALLOWED)('%s may import what the table allows', (file) => {
    expect(violations.filter(({ from }) => from === file)).toEqual([]);
  });

  it('all have a planted violation here', () => {
    expect(
      new Set([
        'no-cycles',
        ...PAIRS.map(([rule]) => rule),
        ...RINGS.map(([rule]) => rule),
        ...VIOLATIONS.map(([rule]) => rule),
      ]),
    ).toEqual(new Set(rules));
  });
});
