// The browser level of `npm run walk`, paths and cells. Opening a browser and a club takes seconds, so neither is
// opened without need.
import { ensureBuilt } from '#server/entry/launch/built.mjs';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { Lanes, LANES } from '#fixtures/browser/lanes.ts';
import { walkBrowserCell } from './cells.ts';
import { walkInBrowser } from './paths.ts';
import { graphs, type BrowserWalk } from './driver.ts';
import { stepsOfCell } from '#walk/paths/cells.ts';
import { expand } from '#walk/paths/expand.ts';
import {
  timed,
  type BrowserOptions,
  type CellWalk,
  type LevelReport,
  type Walk,
  type Walked,
} from '#walk/paths/report.ts';

/** Walks paths, then cells, in Chromium on the production build with the real server and database. */
export async function walkOnProduct(options: BrowserOptions): Promise<LevelReport> {
  const began = performance.now();
  const walked = await walkPaths(options);
  const cells = options.cells.length === 0 ? [] : await walkCells(options);
  return { level: 'browser', walked, cells, seconds: (performance.now() - began) / 1000 };
}

async function walkPaths(options: BrowserOptions): Promise<readonly Walked[]> {
  const { walks, onWalked } = options;
  if (Array.isArray(walks) && walks.length === 0) return [];
  const walked: Walked[] = [];
  let current: Walk | null = null;
  const watched = function* (): Generator<Walk> {
    for (current of walks) yield current;
  };
  await walkInBrowser({
    ...options,
    walks: watched(),
    onWalked: (each) => {
      walked.push(inOwnSteps(current, each));
      onWalked(inOwnSteps(current, each));
    },
  });
  return walked;
}

/** The browser counts the steps of host and child flows too; all other places count only the path's own steps. */
function inOwnSteps(walk: Walk | null, walked: Walked): Walked {
  if (walk === null || walked.failure === null) return walked;
  const { path } = walk;
  const at = walked.failure.at;
  const later = expand(path, graphs)
    .slice(at)
    .map(({ edge }) => path.edges.indexOf(edge));
  return { ...walked, failure: { ...walked.failure, at: later.find((index) => index >= 0) ?? path.edges.length - 1 } };
}

async function walkCells({ cells, culture, trace, onCell }: BrowserOptions): Promise<readonly Walked[]> {
  await ensureBuilt();
  const lanes = await Lanes.open(launchChromium, Math.min(LANES, cells.length));
  try {
    return await Promise.all(
      cells.map((walk) =>
        lanes.use(async (lane) => {
          const each = await timed(
            walk.cell.id,
            stepsOfCell(walk),
            () => walkCell(walk, { ...lane, culture, trace }),
            () => 0,
          );
          onCell(each);
          return each;
        }),
      ),
    );
  } finally {
    await lanes.close();
  }
}

async function walkCell(walk: CellWalk, options: BrowserWalk): Promise<void> {
  const wrong = await walkBrowserCell(walk, options);
  if (wrong !== null) throw new Error(wrong);
}
