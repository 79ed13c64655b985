import { describe, expect, it } from 'vitest';
import { addressOf, isPath, paths } from '#src/paths.ts';

/** Paths with parameters. */

describe('a URL', () => {
  it('is built from its path, and no parameter can lead elsewhere', () => {
    expect(addressOf(paths.receipt, { id: '0f0c' })).toBe('/Receipt/0f0c');
    expect(addressOf(paths.history, { kind: '../Signout?x' })).toBe('/History/..%2FSignout%3Fx');
  });

  it.each([
    ['/receipt/0F0C', paths.receipt, true],
    ['/Receipt/0f0c/', paths.receipt, true],
    ['/Receipt', paths.receipt, false],
    ['/Receipt//', paths.receipt, false],
    ['/Receipt/a/b', paths.receipt, false],
    ['/history', paths.histories, true],
    ['/History/Withdrawal', paths.histories, false],
    ['/', paths.dashboard, true],
    ['/SIGNIN/', paths.signIn, true],
  ] as const)('%s against %s: %s', (pathname, path, expected) => {
    expect(isPath(pathname, path)).toBe(expected);
  });
});
