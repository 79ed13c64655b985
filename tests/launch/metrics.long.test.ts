import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { readExposition } from '#tests/support/exposition.ts';
import { perchServer } from '#tests/support/perch.ts';
import { temporaryFolder } from './folders.ts';

/** The metrics of a real server and the page that describes them. */

const PAGE = 'docs/metrics.md';

/** The rows of the page's tables: name, type, and the names of the labels. */
function described(): ReadonlyMap<string, { type: string; labels: string[] }> {
  const rows = readFileSync(PAGE, 'utf8').matchAll(/^\| `([a-z][a-z0-9_]*)` \| (\w+) \|([^|]*)\|/gm);
  return new Map(
    [...rows].map(([, name = '', type = '', labels = '']) => [
      name,
      { type, labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label).sort() },
    ]),
  );
}

/** Labels that the format itself adds. */
const OF_THE_FORMAT = new Set(['le', 'quantile']);

it('has a page that describes each metric of a server, and none that is not there', async () => {
  const server = await perchServer({
    NODE_ENV: 'production',
    PUBLIC_ORIGIN: 'https://wallet.example',
    SUPPORT_EMAIL: 'support@wallet.example',
    DATA_DIR: temporaryFolder(),
    METRICS_PORT: '0',
  });
  await server.line('Perch is ready');
  expect((await fetch(`http://localhost:${server.port}/metrics`)).status).toBe(404);
  expect((await fetch(`http://localhost:${server.port}/api/wallet`)).status).toBe(401);
  const address = (await server.line('Metrics are at')).replace('Metrics are at ', '');
  expect(address).toMatch(/^http:\/\/(127\.0\.0\.1|\[::1\]|localhost):\d+\/metrics$/);
  const answer = await fetch(address);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const families = readExposition(await answer.text());
  const page = described();
  expect(page.size).toBeGreaterThan(50);
  // Which types a metric has and what it is called: both ways.
  expect([...families.values()].map(({ name, type }) => `${name} ${type}`).sort()).toEqual(
    [...page].map(([name, { type }]) => `${name} ${type}`).sort(),
  );
  for (const { name, samples } of families.values()) {
    const shown = new Set(
      samples.flatMap(({ labels }) => Object.keys(labels)).filter((label) => !OF_THE_FORMAT.has(label)),
    );
    if (samples.length > 0) expect([name, [...shown].sort()]).toEqual([name, page.get(name)?.labels]);
  }
  const value = (name: string) => families.get(name)?.samples[0]?.value;
  expect([value('perch_ready'), value('perch_database_up'), value('perch_books_stopped')]).toEqual([1, 1, 0]);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
