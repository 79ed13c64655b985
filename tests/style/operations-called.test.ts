import { describe, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import type { Calls } from '#tests/api/support/call.ts';
import { contents } from './repository.ts';

/**
 * The API tests call each operation by its name, with parameters and body typed by the contract, in the folder of the
 * operation's tag. An operation that no test calls that way is either untested or called by a path that nothing checks;
 * one that is called only in another folder isn't found by its group.
 */

interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
}

const operations: readonly Described[] = Object.values(
  description.paths as unknown as Record<string, Record<string, Partial<Described>>>,
)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, tags = [] }) => (operationId === undefined ? [] : [{ operationId, tags }]));

/** Folders of tests that concern operations of many groups, named after the part of the server that is tested. */
const ACROSS_GROUPS = [
  'acts',
  'audit',
  'contract',
  'db',
  'demo',
  'http',
  'jobs',
  'ledger',
  'mail',
  'operator',
  'probes',
  'restores',
  'rules',
  'throttle',
];

/** What the tests share, and the tests of that. */
const SHARED = 'support';

type Files = ReadonlyMap<string, string>;

/** The folder below `tests/api/` in which a file is; null if it is in none. */
const groupOf = (file: string): string | null => /^tests\/api\/([^/]+)\//.exec(file)?.[1] ?? null;

/** The operations without a `call('…'` in a file of their tag's folder. */
function uncalled(described: readonly Described[], files: Files): readonly string[] {
  const called = new Set(
    [...files].flatMap(([file, content]) =>
      [...content.matchAll(/\bcall\(\s*'(\w+)'/g)].map(([, operationId = '']) => `${groupOf(file)} ${operationId}`),
    ),
  );
  return described
    .filter(({ operationId, tags }) => !tags.some((tag) => called.has(`${tag} ${operationId}`)))
    .map(({ operationId }) => operationId);
}

/** Files in no folder, or in one that is neither a tag of the contract nor listed. */
function misplaced(files: Files): readonly string[] {
  const folders = new Set<string | null>([...description.tags.map(({ name }) => name), ...ACROSS_GROUPS, SHARED]);
  return [...files.keys()].filter((file) => !folders.has(groupOf(file)));
}

/** Described paths that stand in a text as they are asked for, with `/api` in front. */
function pathsIn(content: string): readonly string[] {
  const described = Object.keys(description.paths).map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`));
  const asked = [...content.matchAll(/['"`\s}]\/api(\/[^'"`?\s]+)/g)].map(([, path = '']) => path);
  return asked.filter((path) => described.some((each) => each.test(path)));
}

/** Where the request itself is what is tested, byte by byte. */
const BY_THE_BYTE = [
  'tests/api/contract/contract.test.ts',
  'tests/api/http/slow-callers.test.ts',
  'tests/database/start.test.ts',
];

/** Checked by the compiler and never called: an error that isn't there fails the types. */
export const planted = ({ call, callUnchecked, send }: Calls, path: string) => [
  // @ts-expect-error -- a described path is asked for by its operation
  send('GET', '/rules'),
  // @ts-expect-error -- also with a query
  send('GET', '/stakes?state=sold'),
  // @ts-expect-error -- also with something in its place
  send('POST', `/deposits/${path}/cancel`),
  // @ts-expect-error -- also where a part could be that of a described one
  send('POST', `/account/${path}`),
  // @ts-expect-error -- also where nothing is known of it
  send('GET', path),
  // @ts-expect-error -- what an operation requires can't be left out
  call('createToken', { body: { username: 'x' } }),
  // @ts-expect-error -- an operation that isn't described
  callUnchecked('plantedOperation'),
  send('GET', '/nowhere'),
  send('GET', '/account/thaw'),
];

const tests: Files = new Map([...contents].filter(([file]) => /^tests\/api\/.*\.test\.ts$/.test(file)));

describe('operations of the contract', () => {
  it('are each called by name in a test in the folder of their tag', () => {
    expect(operations.length).toBeGreaterThan(0);
    expect(uncalled(operations, tests)).toEqual([]);
  });

  it('are listed if they occur nowhere, or only in the folder of another tag', () => {
    const planted = [
      { operationId: 'plantedOperation', tags: ['club'] },
      { operationId: 'getRules', tags: ['wallet'] },
    ];
    expect(uncalled([...operations, ...planted], tests)).toEqual(['plantedOperation', 'getRules']);
  });

  it('have their tests in folders named after tags or parts of the server', () => {
    expect(misplaced(tests)).toEqual([]);
    const planted = ['tests/api/rules.test.ts', 'tests/api/planted/rules.test.ts'];
    expect(misplaced(new Map([...tests.keys(), ...planted].map((file) => [file, ''])))).toEqual(planted);
  });

  it('have no folder across groups that is empty, bears the name of a tag, or is not a part of the server', () => {
    const folders = new Set([...tests.keys()].map(groupOf));
    const parts = new Set([...contents.keys()].map((file) => /^server\/\w+\/([^/]+)\//.exec(file)?.[1]));
    const tags = new Set(description.tags.map(({ name }) => name));
    const sound = (folder: string) => folders.has(folder) && parts.has(folder) && !tags.has(folder);
    expect(ACROSS_GROUPS.filter((folder) => !sound(folder))).toEqual([]);
    expect(['contents', 'planted', 'meters'].filter(sound)).toEqual([]);
  });

  it('are asked for by name, not by their paths', () => {
    const files = [...contents].filter(([file]) => /^tests\/(api|database|races)\//.test(file));
    expect(files.flatMap(([file, content]) => (pathsIn(content).length > 0 ? [file] : [])).sort()).toEqual(BY_THE_BYTE);
  });

  it.each([
    ["await app.inject('/api/rules');", ['/rules']],
    ['fetch(`${address}/api/deposits/${id}/cancel`)', ['/deposits/${id}/cancel']],
    ["write('GET /api/status HTTP/1.1')", ['/status']],
    ["get('/api/nowhere')", []],
    ["import { createWorld } from '#tests/api/support/world.ts';", []],
  ])('are known by the paths in %s', (content, expected) => {
    expect(pathsIn(content)).toEqual(expected);
  });

  it.each([
    ["await who.call('getRules');", []],
    ["await browser.call(\n  'getRules',\n  { token },\n);", []],
    ["await call('getRulesSoon');", ['getRules']],
    ["await recall('getRules');", ['getRules']],
    ["await browser.send('GET', '/rules');", ['getRules']],
    ["const operationId = 'getRules';", ['getRules']],
  ])('are known by how they are called: %s', (content, expected) => {
    const files = new Map([['tests/api/club/planted.test.ts', content]]);
    expect(uncalled([{ operationId: 'getRules', tags: ['club'] }], files)).toEqual(expected);
  });
});
