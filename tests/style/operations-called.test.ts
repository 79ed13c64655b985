import { describe, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { contents } from './repository.ts';

/**
 * Tests of the API make each operation's call by its name, with parameters and body typed by the contract. An operation
 * that no test names so is either untested or asked for by a path that nothing checks.
 */

interface Described {
  operationId?: string;
}

const operations = Object.values(description.paths as unknown as Record<string, Record<string, Described>>)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId }) => (operationId === undefined ? [] : [operationId]));

/** The operations of which there is no `call('…'` in any of the files. */
function uncalled(operationIds: readonly string[], files: readonly string[]): readonly string[] {
  const called = new Set(
    files.flatMap((file) => [...file.matchAll(/\bcall\(\s*'(\w+)'/g)].map(([, operationId]) => operationId)),
  );
  return operationIds.filter((operationId) => !called.has(operationId));
}

const tests = [...contents].flatMap(([file, content]) => (/^tests\/api\/.*\.test\.ts$/.test(file) ? [content] : []));

describe('operations of the contract', () => {
  it('are each called by name in a test of the API', () => {
    expect(operations.length).toBeGreaterThan(0);
    expect(uncalled(operations, tests)).toEqual([]);
  });

  it('are named where they occur nowhere', () => {
    expect(uncalled([...operations, 'plantedOperation'], tests)).toEqual(['plantedOperation']);
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
