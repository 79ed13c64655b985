import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { walkBrowser } from '#walk/browser/driver.ts';
import { traceFile } from '#walk/browser/trace.ts';
import { run } from '#walk/commands/command.ts';
import { flowOf, pathsOf } from '#walk/paths/flows.ts';
import { openClub } from '#fixtures/club/club.ts';

/** If the app has changed since it was built, the command builds it first. */
const WITH_BUILD_MS = 180_000;

const folder = mkdtempSync(join(tmpdir(), 'perch-screens-'));
afterAll(() => rmSync(folder, { recursive: true }));

it(
  'npm run walk walks a path with a screenshot of each step, and cells by their names',
  async () => {
    const printed: string[] = [];
    const cells = ['sign-out/reload/confirming', 'session/back/signedOut.never'];
    expect(
      await run(['sign-out-01', ...cells, '--screens', folder], (text) => printed.push(text)),
      printed.join('\n'),
    ).toBe(0);
    for (const id of ['sign-out-01', ...cells]) expect(printed.join('\n')).toContain(`✓ ${id} (`);
    const steps = pathsOf(flowOf('sign-out'))[0]?.edges.length ?? 0;
    expect(readdirSync(folder)).toHaveLength(steps);
  },
  WITH_BUILD_MS,
);

/** The files of a zip, by name. */
function unzipped(file: string): ReadonlyMap<string, Buffer> {
  const zip = readFileSync(file);
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  const found = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, packed, name, extra, comment, local] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ];
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(begin, begin + packed);
    found.set(zip.toString('utf8', at + 46, at + 46 + name), method === 0 ? content : inflateRawSync(content));
    at += 46 + name + extra + comment;
  }
  return found;
}

it('--trace keeps a trace for Playwright’s viewer of a walk that fails, and nothing of one that passes', async () => {
  const [path] = pathsOf(flowOf('sign-out'));
  const traces = join(folder, 'traces');
  const browser = await launchChromium();
  const club = await openClub();
  try {
    const walk = { browser, club, culture: 'en-US', trace: traces } as const;
    expect(await walkBrowser(path ?? { id: '', edges: [] }, walk)).toBeNull();
    expect(existsSync(traces)).toBe(false);
    const failure = await walkBrowser(
      { id: 'sign-out-99', edges: path?.edges ?? [] },
      { ...walk, onStep: () => Promise.reject(new Error('It looks wrong.')) },
    );
    expect(failure?.message).toMatch(/It looks wrong\. \/Signout says: .*Sign out/);
  } finally {
    await browser.close();
    await club.close();
  }
  expect(readdirSync(traces)).toEqual([traceFile('sign-out-99')]);
  const files = unzipped(join(traces, 'sign-out-99.zip'));
  const lines = (files.get('trace.trace')?.toString() ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly type: string });
  expect(lines[0]?.type).toBe('context-options');
  expect(lines.map(({ type }) => type)).toEqual(expect.arrayContaining(['frame-snapshot', 'screencast-frame']));
  expect([...files.keys()]).toContain('trace.network');
  expect(traceFile('sign-out/back/a b')).toBe('sign-out_back_a_b.zip');
});

/** Longer than the flow of a deposit waits before it refreshes. */
const LONG_LOOK_MS = 6_000;

it('a screen that refreshes itself keeps its controls as long as a walk looks at it', async () => {
  const toCancel = pathsOf(flowOf('deposit')).flatMap(({ edges }) => {
    const press = edges.findIndex(({ step }) => step.kind === 'event' && step.event === 'CANCEL_REQUEST');
    return press === -1 ? [] : [edges.slice(0, press + 1)];
  });
  const edges = toCancel.toSorted((one, other) => one.length - other.length)[0] ?? [];
  const browser = await launchChromium();
  const club = await openClub();
  try {
    expect(edges).not.toEqual([]);
    const onStep = (_: unknown, __: unknown, index: number, checked: boolean): Promise<void> =>
      new Promise((resolve) => setTimeout(resolve, checked && index === edges.length - 2 ? LONG_LOOK_MS : 0));
    expect(await walkBrowser({ id: 'deposit-99', edges }, { browser, club, culture: 'en-US', onStep })).toBeNull();
  } finally {
    await browser.close();
    await club.close();
  }
});
