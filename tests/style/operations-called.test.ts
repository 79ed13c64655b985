import { describe, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import type { Calls } from '#tests/api/support/call.ts';
import { contents } from './repository.ts';

/**
 * The API tests call each operation by its name, with parameters and body typed by the contract. An operation that no
 * test calls that way is either untested or called by a path that nothing checks.
 */

interface Described {
  operationId?: string;
}

const operations = Object.values(description.paths as unknown as Record<string, Record<string, Described>>)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId }) => (operationId === undefined ? [] : [operationId]));

/** The operations without a `call('…'` in any of the files. */
function uncalled(operationIds: readonly string[], files: readonly string[]): readonly string[] {
  const called = new Set(
    files.flatMap((file) => [...file.matchAll(/\bcall\(\s*'(\w+)'/g)].map(([, operationId]) => operationId)),
  );
  return operationIds.filter((operationId) => !called.has(operationId));
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

const tests = [...contents].flatMap(([file, content]) => (/^tests\/api\/.*\.test\.ts$/.test(file) ? [content] : []));

describe('operations of the contract', () => {
  it('are each called by name in a test of the API', () => {
    expect(operations.length).toBeGreaterThan(0);
    expect(uncalled(operations, tests)).toEqual([]);
  });

  it('are listed if they occur nowhere', () => {
    expect(uncalled([...operations, 'plantedOperation'], tests)).toEqual(['plantedOperation']);
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
    expect(uncalled(['getRules'], [content])).toEqual(expected);
  });
});
