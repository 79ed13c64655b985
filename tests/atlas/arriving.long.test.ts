import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Arriving } from '#atlas/build/arriving.ts';
import { bareCharts, makeAtlas, type Atlas, type AtlasOptions, type Part } from '#atlas/build/atlas.ts';
import { serve, type Served } from '#atlas/build/serve.ts';
import { placedIn } from '#atlas/build/placed.ts';
import { byArea } from '#atlas/model/areas.ts';
import { keyOf } from '#atlas/model/model.ts';
import { chartOf } from './support.ts';

let root: string;
let atlas: Atlas | null = null;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'perch-atlas-'));
});
afterEach(async () => {
  await atlas?.close();
  atlas = null;
  rmSync(root, { recursive: true, force: true });
});

const charts = [chartOf('sign-out'), chartOf('challenge')];
const options = (arrived?: AtlasOptions['arrived']): AtlasOptions => ({
  root,
  at: '2026-11-21T00:00:00Z',
  served: true,
  coverage: [],
  since: null,
  screens: true,
  fresh: false,
  ...(arrived && { arrived }),
});

describe('charts that are made now', () => {
  it('have all of their files before all charts are made', async () => {
    const told: string[] = [];
    atlas = await makeAtlas(
      options((parts) => told.push(...parts.keys())),
      async (arrived) => {
        for (const chart of charts) {
          arrived(chart);
          told.push(`${chart.id} is over`);
        }
        return charts;
      },
    );
    const filesOf = (key: string): readonly string[] =>
      ['.summary', '.thumb', '', '.versions'].map((end) => `data/${key}${end}.js`);
    expect(told).toEqual([
      'data/facts.js',
      ...filesOf('sign-out'),
      'sign-out is over',
      ...filesOf('challenge'),
      'challenge is over',
    ]);
  });

  it('match the index then', async () => {
    const early = new Map<string, Part>();
    atlas = await makeAtlas(
      options((parts) => parts.forEach((part, file) => early.set(file, part))),
      async (arrived) => {
        charts.forEach(arrived);
        return charts;
      },
    );
    const said = String(await early.get('data/challenge.summary.js')?.());
    expect(said).toContain(JSON.stringify(atlas.index.charts.find(({ id }) => id === 'challenge')));
  });
});

it('a requested chart is made next', async () => {
  const places = byArea(placedIn(process.cwd())).flatMap((area) => area.charts.map(keyOf));
  const made: string[] = [];
  await bareCharts(
    (chart) => made.push(keyOf(chart)),
    () => (made.length === 1 ? ['data/nothing.js', 'data/challenge.js'] : []),
  );
  expect(made.slice(0, 3)).toEqual([places[0], 'challenge', places[1]]);
  expect(made.toSorted()).toEqual(places.toSorted());
});

describe('the server', () => {
  let server: Server;
  let arriving: Arriving;
  let read: (served: Served) => void;
  const ask = (file: string): Promise<Response> =>
    fetch(`http://localhost:${(server.address() as AddressInfo).port}/${file}`);

  beforeEach(async () => {
    arriving = new Arriving();
    const served = new Promise<Served>((resolve) => {
      read = resolve;
    });
    server = await serve({ root, site: new Map(), arriving, atlas: served }, 0);
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const parts = new Map<string, Part>([['data/sign-out.summary.js', async () => 'early']]);

  it('sends a chart as soon as it is made, to requests before and after', async () => {
    const before = ask('data/sign-out.summary.js');
    arriving.offer(parts);
    expect(await (await before).text()).toBe('early');
    expect(await (await ask('data/sign-out.summary.js')).text()).toBe('early');
  });

  it('lists what is waited for, latest first', async () => {
    const asked = ['data/one.js', 'data/two.js'].map(ask);
    await expect.poll(() => arriving.waitedFor().toSorted()).toEqual(['data/one.js', 'data/two.js']);
    const three = ask('data/three.js');
    await expect.poll(() => arriving.waitedFor()[0]).toBe('data/three.js');
    arriving.offer(new Map(['one', 'two', 'three'].map((name) => [`data/${name}.js`, async () => name])));
    expect(await Promise.all([...asked, three].map(async (each) => (await each).text()))).toEqual([
      'one',
      'two',
      'three',
    ]);
    expect(arriving.waitedFor()).toEqual([]);
  });

  it('knows what does not exist once all charts are read', async () => {
    const asked = ask('data/nothing.js');
    read({ charts: [], parts, versionAt: () => Promise.reject(new Error('never asked')) });
    expect((await asked).status).toBe(404);
    expect(await (await ask('data/sign-out.summary.js')).text()).toBe('early');
  });
});
