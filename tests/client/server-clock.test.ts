import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createServerClock } from '#src/api/server-clock.ts';

const NOW = Date.parse('2026-11-21T04:00:00.000Z');
const HOUR = 3_600_000;

/** A device that is `ahead` of the server, to which a response takes `way` milliseconds. */
function device(ahead: number) {
  let server = NOW;
  const clock = createServerClock(() => server + ahead);
  const hear = (date?: string | null, way = 100): void => {
    // As HTTP has it: without the fraction of the second.
    const headers: Record<string, string> = date === null ? {} : { date: date ?? new Date(server).toUTCString() };
    server += way;
    clock.hear(new Response(null, { headers }));
  };
  return { hear, pass: (ms: number) => void (server += ms), off: () => clock.now() - server };
}

describe('the server’s clock', () => {
  it('is that of the device before the first response, and where responses have no readable date', () => {
    const { hear, off } = device(HOUR);
    expect(off()).toBe(HOUR);
    hear(null);
    hear('soon');
    expect(off()).toBe(HOUR);
  });

  it.each([HOUR, -HOUR, 90_000, -90_000, 26 * HOUR])(
    'is right within two seconds if the device is off by %i ms',
    (ahead) => {
      const { hear, off } = device(ahead);
      hear();
      expect(Math.abs(off())).toBeLessThanOrEqual(2_000);
    },
  );

  it('does not move with each response: not at all where the device is right', () => {
    const { hear, pass, off } = device(0);
    for (const ms of [0, 333, 950, 70, 1_234]) {
      pass(ms);
      hear();
      expect(off()).toBe(0);
    }
  });

  it('is corrected by a quick response after a slow one', () => {
    const { hear, off } = device(0);
    hear(undefined, 9_000);
    expect(off()).toBe(-7_000);
    hear();
    expect(Math.abs(off())).toBeLessThanOrEqual(100);
  });

  it('follows a device whose clock is corrected', () => {
    let ahead = HOUR;
    const clock = createServerClock(() => NOW + ahead);
    const hear = () => clock.hear(new Response(null, { headers: { date: new Date(NOW).toUTCString() } }));
    hear();
    ahead = 0;
    hear();
    expect(Math.abs(clock.now() - NOW)).toBeLessThanOrEqual(1_000);
  });
});

describe('what a page says of a time of the server', () => {
  /** The calls that say how far away a moment is, by the clock of the device. */
  const byDevice = (source: string): string[] =>
    [...source.matchAll(/(?<!function )\bformat(?:Elapsed|Ahead)\((?:[^()]|\([^()]*\))*\)/g)]
      .map(([call]) => call)
      .filter((call) => /\bnow\b/.test(call));

  it('is counted by the server’s clock', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    expect(files.flatMap((name) => byDevice(readFileSync(`src/${name}`, 'utf8')))).toEqual([]);
  });

  /** The clocks by which a page counts from second to second. */
  const clocksOf = (source: string): string[] =>
    [...source.matchAll(/\buseNow\(\s*(\w+)/g)].flatMap(([, clock]) => clock ?? []);

  it('grows by the server’s clock on every page: only flows count what the device itself has noted', () => {
    const files = readdirSync('src/pages', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.tsx?$/.test(name),
    );
    const clocks = files.flatMap((name) => clocksOf(readFileSync(`src/pages/${name}`, 'utf8')));
    expect(clocks.length).toBeGreaterThan(2);
    expect(clocks.filter((clock) => clock !== 'serverNow')).toEqual([]);
    expect(clocksOf('useNow(now, Infinity), useNow(\n  serverNow,')).toEqual(['now', 'serverNow']);
  });

  it('is found where it goes by the clock of the device', () => {
    const planted = `formatElapsed(Date.parse(at), now(), culture), formatAhead(endsAt, serverNow(), culture)`;
    expect(byDevice(planted)).toEqual(['formatElapsed(Date.parse(at), now(), culture)']);
  });
});
