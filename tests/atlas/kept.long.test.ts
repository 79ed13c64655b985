import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEPT, makeAtlas, type Atlas } from '#atlas/build/atlas.ts';
import type { BareChart } from '#atlas/build/flow-charts.ts';
import { chartInputs, filesOf, hashOfInputs, Kept, layoutInputs, siteInputs, type Inputs } from '#atlas/build/kept.ts';
import { ROOT } from '#atlas/build/root.ts';
import { chartOf } from './support.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'perch-atlas-'));
  for (const folder of ['machines/sign-out', 'atlas/diagram']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'machines/sign-out/sign-out.machine.ts'), 'one');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const signOut = chartOf('sign-out');

/** The chart with one state under another name. */
function renamed(chart: BareChart, from: string, to: string): BareChart {
  return JSON.parse(JSON.stringify(chart).replaceAll(from, to)) as BareChart;
}

/** An atlas of one chart, with the number of times that the chart was made. */
async function opened(chart: BareChart): Promise<{ readonly atlas: Atlas; readonly made: number }> {
  let made = 0;
  const make = async (): Promise<readonly BareChart[]> => {
    made += 1;
    return [chart];
  };
  const atlas = await makeAtlas(
    { root, at: '2026-11-21T00:00:00Z', served: true, coverage: [], since: null, screens: true, fresh: false },
    make,
  );
  return { atlas, made };
}

async function namesIn(atlas: Atlas): Promise<readonly string[]> {
  const { drawing } = await atlas.chart('sign-out');
  await atlas.close();
  return drawing.boxes.map(({ name }) => name);
}

describe('what an earlier opening has cached', () => {
  it('is used while nothing has changed', async () => {
    const first = await opened(signOut);
    const names = await namesIn(first.atlas);
    expect(first.made).toBe(1);
    const [drawing = ''] = readdirSync(join(root, KEPT, 'drawings'));
    // Cached drawings are read: one with different content would be shown.
    const kept = new Kept(join(root, KEPT));
    const key = drawing.replace('.json', '');
    const known = kept.read<{ boxes: { name: string }[] }>('drawings', key);
    kept.write('drawings', key, {
      ...known,
      boxes: known?.boxes.map((box) => ({ ...box, name: `${box.name}, kept` })),
    });
    const again = await opened(signOut);
    expect(again.made).toBe(0);
    expect(await namesIn(again.atlas)).toEqual(names.map((name) => `${name}, kept`));
  });

  it('is never used for a chart that has changed', async () => {
    expect(await namesIn((await opened(signOut)).atlas)).toContain('confirming');
    writeFileSync(join(root, 'machines/sign-out/sign-out.machine.ts'), 'two');
    const changed = await opened(renamed(signOut, 'confirming', 'asking'));
    expect(changed.made).toBe(1);
    const names = await namesIn(changed.atlas);
    expect(names).toContain('asking');
    expect(names).not.toContain('confirming');
  });

  it('is never used for a layout that has changed', async () => {
    await namesIn((await opened(signOut)).atlas);
    writeFileSync(join(root, 'atlas/diagram/layout.ts'), 'another way');
    await namesIn((await opened(signOut)).atlas);
    expect(readdirSync(join(root, KEPT, 'drawings'))).toHaveLength(2);
  });

  it('is made again if its file is damaged, and if everything is requested again', async () => {
    await namesIn((await opened(signOut)).atlas);
    for (const kind of ['charts', 'drawings'])
      for (const file of readdirSync(join(root, KEPT, kind))) writeFileSync(join(root, KEPT, kind, file), '[{"id":');
    const again = await opened(signOut);
    expect(again.made).toBe(1);
    expect(await namesIn(again.atlas)).toContain('confirming');
    expect(
      new Kept(join(root, KEPT), true).read(
        'charts',
        readdirSync(join(root, KEPT, 'charts'))[0]?.replace('.json', '') ?? '',
      ),
    ).toBeNull();
  });
});

describe('the hash of all inputs', () => {
  const inputs: Inputs = { folders: ['machines'], files: [] };

  it.each([
    [
      'a file that says something else',
      (): void => writeFileSync(join(root, 'machines/sign-out/sign-out.machine.ts'), 'two'),
    ],
    ['a file that is new', (): void => writeFileSync(join(root, 'machines/sign-out/sign-out.rules.ts'), '')],
    ['a file that is gone', (): void => rmSync(join(root, 'machines/sign-out/sign-out.machine.ts'))],
  ])('changes with %s', (_what, change) => {
    const before = hashOfInputs(root, inputs);
    change();
    expect(hashOfInputs(root, inputs)).not.toBe(before);
  });

  it('does not change with a note, which is read whenever it is shown', () => {
    const before = hashOfInputs(root, inputs);
    writeFileSync(join(root, 'machines/sign-out/sign-out.notes.json'), '{"":"Why?"}');
    expect(hashOfInputs(root, inputs)).toBe(before);
  });

  const cases = filesOf(ROOT, { folders: ['machines'], files: [] }).filter((file) => file.endsWith('.cases.ts'));
  it.each<[string, Inputs, readonly string[]]>([
    ['charts', chartInputs, ['atlas/build/flow-charts.ts', 'atlas/build/lifecycle-charts.ts', ...cases]],
    ['drawings', layoutInputs, ['atlas/diagram/boxes.ts', 'atlas/diagram/layout.ts']],
    ['the site', siteInputs, ['atlas/app/main.tsx', 'atlas/build/site.ts']],
  ])('covers every file that %s are made from', async (_what, known, entryPoints) => {
    const { metafile } = await build({
      absWorkingDir: ROOT,
      entryPoints: [...entryPoints],
      outdir: 'out',
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'silent',
    });
    const covered = new Set(filesOf(ROOT, known));
    expect(
      Object.keys(metafile.inputs).filter((file) => !file.includes('node_modules/') && !covered.has(file)),
    ).toEqual([]);
  });
});
