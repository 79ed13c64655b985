import { createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { freePort } from './free-port.mjs';

/** Where Linux begins to take ports for outgoing connections, the lowest of all systems. */
const FIRST_OUTGOING = 32_768;

afterEach(() => vi.restoreAllMocks());

describe('a free port', () => {
  it('is none that the system gives to an outgoing connection, and no other one twice', async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
    expect(new Set(ports).size).toBe(50);
    expect(Math.max(...ports)).toBeLessThan(FIRST_OUTGOING);
    expect(Math.min(...ports)).toBeGreaterThan(1024);
  });

  it('is not one on which another program listens', async () => {
    const taken = await freePort();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(taken, '127.0.0.1', resolve));
    const place = (port: number) => (port - 20_000 + 0.5) / 12_768;
    const next = taken === 32_767 ? taken - 1 : taken + 1;
    vi.spyOn(Math, 'random').mockReturnValueOnce(place(taken)).mockReturnValue(place(next));
    // Another process would not know that it was given out.
    vi.resetModules();
    const { freePort: anotherProcess } = await import('./free-port.mjs');
    await expect(anotherProcess()).resolves.toBe(next);
    await new Promise((resolve) => other.close(resolve));
  });
});
