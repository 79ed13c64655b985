import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#atlas/build/root.ts';
import { coverageIn, endPart, folderForNow } from '#atlas/build/walk-record.ts';
import { plan } from '#machines/graph/plan.ts';
import { walkBrowser } from '#walk/browser/driver.ts';
import { writeCoverage } from '#walk/paths/coverage.ts';
import { flows, graphOf } from '#walk/paths/flows.ts';
import { cultures, type Walk, type Walked } from '#walk/paths/report.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { Lanes } from '#fixtures/browser/lanes.ts';

let lanes: Lanes;

beforeAll(async () => {
  lanes = await Lanes.open(launchChromium);
});
afterAll(async () => {
  await lanes.close();
  keepCoverage();
});

const walked = flows;
/** Every path that was walked to its end or its failure, and its result. */
const walks: Walk[] = [];
const results: Walked[] = [];

async function note(walk: Walk, walking: ReturnType<typeof walkBrowser>): ReturnType<typeof walkBrowser> {
  const failure = await walking;
  walks.push(walk);
  // A failed path counts for nothing; its steps here are those of all flows that take part in it.
  results.push({
    id: walk.path.id,
    steps: walk.path.edges.length,
    seconds: 0,
    failure: failure === null ? null : { at: 0, message: '' },
  });
  return failure;
}

/** The coverage of a full walk is kept for the atlas; some paths chosen by hand are not a full walk. */
function keepCoverage(): void {
  if (walks.length < flows.reduce((sum, cases) => sum + plan(graphOf(cases)).length, 0)) return;
  const at = new Date().toISOString();
  const folder = folderForNow(ROOT, at, 'coverage');
  writeCoverage(coverageIn(folder), walks, [{ level: 'browser', walked: results, cells: [], seconds: 0 }], at);
  endPart(ROOT, folder, {
    part: 'coverage',
    at,
    walked: results.filter(({ failure }) => failure === null).length,
    of: walks.length,
  });
}

describe.concurrent.each(walked)('$machine.id', (cases) => {
  // The languages rotate, so that every flow is seen in all of them.
  const paths = plan(graphOf(cases)).map((path, index) => ({
    ...path,
    culture: cultures[index % cultures.length] ?? 'en-US',
  }));

  it.each(paths)('walks $id in the browser ($culture)', async ({ culture, ...path }) => {
    expect(
      await note(
        { graph: graphOf(cases), path },
        lanes.use((lane) => walkBrowser(path, { ...lane, culture })),
      ),
    ).toBeNull();
  });
});
