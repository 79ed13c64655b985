import { describe, expect, it } from 'vitest';
import { differingAt, differingGroups } from '#src/flows/withdrawal/differing.ts';

describe('two addresses compared', () => {
  it.each([
    ['0x12aB', '0x12Ab', 'ethereum', []],
    ['0x12aB', '0x13ab', 'ethereum', [3]],
    ['1aB', '1ab', 'bitcoin', [2]],
    ['bc1qabc', 'bc1qab', 'bitcoin', [6]],
    ['bc1qab', 'bc1qabc', 'bitcoin', []],
  ] as const)('%s differs from %s on %s at %j', (address, known, network, places) => {
    expect([...differingAt(address, known, network)]).toEqual(places);
  });

  it.each([
    ['0x12aB34', '0x12Ab34', 'ethereum', []],
    ['0x12aB34cd', '0x12aB35cd', 'ethereum', [[2, 'aB34', 'aB35']]],
    ['abcdefgh', 'abcdefghi', 'bitcoin', [[3, '', 'i']]],
    [
      'abcdefghi',
      'aBcdefgh',
      'bitcoin',
      [
        [1, 'abcd', 'aBcd'],
        [3, 'i', ''],
      ],
    ],
  ] as const)('%s and %s on %s differ in the groups %j', (address, known, network, groups) => {
    const found = differingGroups(address, known, network);
    expect(found.map(({ place, own, other }) => [place, own, other])).toEqual(groups);
  });
});
