import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { run } from '#tests/walk/command.ts';
import { flowOf, pathsOf } from '#tests/walk/flows.ts';

/** Where the app was changed since it was built, the command builds it first. */
const WITH_BUILD_MS = 180_000;

const folder = mkdtempSync(join(tmpdir(), 'perch-screens-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('npm run walk walks a path with a screenshot of each step, and cells by their names', async () => {
  const printed: string[] = [];
  const cells = ['sign-out/reload/confirming', 'session/back/signedOut.never'];
  expect(await run(['sign-out-01', ...cells, '--screens', folder], (text) => printed.push(text)), printed.join('\n')).toBe(0);
  for (const id of ['sign-out-01', ...cells]) expect(printed.join('\n')).toContain(`✓ ${id} (`);
  const steps = pathsOf(flowOf('sign-out'))[0]?.edges.length ?? 0;
  expect(readdirSync(folder)).toHaveLength(steps);
}, WITH_BUILD_MS);
