import { describe, expect, it } from 'vitest';
import { differingAt } from '#src/flows/withdrawal/differing.ts';

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
});
