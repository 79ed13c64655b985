import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import description from '#openapi/perch.gen.json' with { type: 'json' };

/**
 * The API reference that `npm run openapi:html` writes: one page with every operation, which loads nothing from the
 * network.
 */

const folder = mkdtempSync(join(tmpdir(), 'perch-reference-'));
const file = join(folder, 'api-reference.html');
let page = '';

beforeAll(() => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const [program, ...parameters] = (scripts['openapi:html'] ?? '')
    .replace('dist/api-reference.html', file)
    .match(/'[^']*'|\S+/g)!
    .map((each) => each.replaceAll("'", ''));
  expect(program).toBe('redocly');
  execFileSync(process.execPath, ['node_modules/@redocly/cli/bin/cli.js', ...parameters], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    stdio: 'pipe',
  });
  page = readFileSync(file, 'utf8');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('holds every operation of the contract', () => {
  const ids = Object.values(description.paths).flatMap((methods) =>
    Object.values(methods as Record<string, { operationId?: string }>).flatMap(({ operationId }) => operationId ?? []),
  );
  expect(ids.length).toBeGreaterThan(60);
  expect(ids.filter((id) => !page.includes(`"operationId":"${id}"`))).toEqual([]);
});

it('loads nothing from elsewhere, and may not', () => {
  const sources = page.match(/<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=[^>]*>/g) ?? [];
  expect(sources.filter((source) => /https?:|\/\//.test(source))).toEqual([]);
  const [, policy = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page) ?? [];
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).not.toMatch(/https?:|\*|connect-src/);
});
