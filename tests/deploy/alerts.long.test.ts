import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { provideTool } from '#tests/provision/deployment-tools.mjs';

/** The alert rules are tried by Prometheus' own tool: when each comes, and when it does not. */

const INSTALL_MS = 300_000;
let promtool: string;
const folder = mkdtempSync(join(tmpdir(), 'perch-alerts-'));
beforeAll(async () => {
  promtool = await provideTool('promtool');
}, INSTALL_MS);
afterAll(() => rmSync(folder, { recursive: true }));

/** @returns what the tool says of the rules, which are changed before. @throws if one of their tests fails */
function tryRules(change: (rules: string) => string): string {
  writeFileSync(join(folder, 'alerts.yml'), change(readFileSync('deploy/prometheus/alerts.yml', 'utf8')));
  writeFileSync(join(folder, 'alerts.test.yml'), readFileSync('deploy/prometheus/alerts.test.yml'));
  return execFileSync(promtool, ['test', 'rules', 'alerts.test.yml'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

it('alerts come when they should, and only then', () => {
  expect(tryRules((rules) => rules)).toContain('SUCCESS');
});

it.each([
  ['one that is quiet', ['max(perch_books_stopped) == 1', 'max(perch_books_stopped) == 2']],
  ['one that comes too early', ['for: 1h', 'for: 1m']],
] as const)('%s is found', (_, [from, to]) => {
  expect(() => tryRules((rules) => rules.replace(from, to))).toThrow(/FAILED/);
});
