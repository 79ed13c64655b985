import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plan } from '#machines/graph/plan.ts';
import { walkBrowser } from '#tests/walk/browser-driver.ts';
import { flows, graphOf } from '#tests/walk/flows.ts';
import { cultures } from '#tests/walk/report.ts';
import { Lanes } from '../support/lanes.ts';

let lanes: Lanes;

beforeAll(async () => {
  lanes = await Lanes.open();
});
afterAll(() => lanes.close());

const walked = flows;

describe.concurrent.each(walked)('$machine.id', (cases) => {
  // The languages take turns, so that every flow is seen in all of them.
  const paths = plan(graphOf(cases)).map((path, index) => ({ ...path, culture: cultures[index % cultures.length] ?? 'en-US' }));

  it.each(paths)('walks $id in the browser ($culture)', async ({ culture, ...path }) => {
    expect(await lanes.use((lane) => walkBrowser(path, { ...lane, culture }))).toBeNull();
  });
});
