// Secrets are in the environment of the server at most, and not in those of the programs that it starts.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { run, SECRETS } from '#server/entry/launch/steps.mjs';
import { SECRET_SETTINGS } from '#server/platform/config/setting-files.ts';
import { childEnvironment } from '#server/platform/system/child-environment.ts';

it('what a child of the server learns is where to find things', () => {
  const secret = Object.fromEntries(
    SECRET_SETTINGS.flatMap((name) => [name, `${name}_FILE`]).map((name) => [name, 'x']),
  );
  const found = {
    ...{ PATH: '/bin', HOME: '/root', TZ: 'UTC' },
    ...{ NODE_OPTIONS: '--enable-source-maps', MALLOC_ARENA_MAX: '1' },
  };
  expect(childEnvironment({ ...found, ...secret, PUBLIC_ORIGIN: 'https://wallet.example' })).toEqual(found);
});

const STARTS = /\b(spawn|spawnSync|exec|execSync|execFile|execFileSync|fork)\(/g;

/** How many programs a file starts, less those that get the environment of a child. */
function unguarded(content: string): number {
  if (!/^import (?!type).*'node:child_process'/m.test(content)) return 0;
  // A regular expression has a method `exec`.
  const starts = content.match(STARTS)?.length ?? 0;
  const methods = content.match(/\.exec\(/g)?.length ?? 0;
  return starts - methods - (content.match(/\benv: childEnvironment\(\)/g)?.length ?? 0);
}

it('each program that the server starts gets that environment', () => {
  const names = readdirSync('server', { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.ts')).map((name) => `server/${name}`);
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('childEnvironment()')).length).toBeGreaterThan(4);
  expect(files.filter((file) => unguarded(readFileSync(file, 'utf8')) !== 0)).toEqual([]);
  expect(unguarded("import { spawn } from 'node:child_process';\nspawn('true', [], { cwd: '/' });\n")).toBe(1);
});

it('a step of the set-up learns no secret, whatever npm does in it', async () => {
  expect(SECRETS).toEqual([...SECRET_SETTINGS]);
  const env = { ...process.env, ...Object.fromEntries(SECRETS.map((name) => [name, 'hunter2'])), PLAIN: 'known' };
  const said = await run(process.execPath, ['-p', 'JSON.stringify(process.env)'], { env, why: 'it must run' });
  expect(said).toContain('"PLAIN":"known"');
  expect(said).not.toContain('hunter2');
});
