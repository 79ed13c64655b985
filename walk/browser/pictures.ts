/** Walks flows in the browser to view them: every state that a member sees, once in each language. */
import type { CDPSession, Page } from 'playwright-core';
import type { Graph } from '#machines/graph/explore.ts';
import type { Path } from '#machines/graph/plan.ts';
import { ensureBuilt } from '#server/entry/launch/built.mjs';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { Lanes } from '#fixtures/browser/lanes.ts';
import { devtoolsOf } from './devtools.ts';
import { graphs, walkBrowser } from './driver.ts';
import type { Stage } from './stage.ts';
import { expand, type FlowEdge } from '#walk/paths/expand.ts';
import { flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { unknown } from '#walk/paths/nearest.ts';
import { cultures, type Culture } from '#walk/paths/report.ts';

/** A state that a member has reached. */
export interface Met {
  readonly page: Page;
  /** For pictures as WebP, which only the DevTools protocol offers. */
  readonly devtools: CDPSession;
  readonly flow: string;
  readonly state: string;
  readonly culture: Culture;
}

/**
 * Walks few paths that reach every state, and passes each state on when it is first reached.
 * @param names flows; none means all.
 * @param languages the languages to walk in; by default, all.
 * @returns how many of the paths were walked to their end, and how many there were.
 */
export async function meetStates(
  names: readonly string[],
  onState: (met: Met) => Promise<void>,
  print: (text: string) => void,
  languages: readonly Culture[] = cultures,
): Promise<{ readonly walked: number; readonly of: number }> {
  const chosen = names.length === 0 ? flows : names.map(flowCalled);
  await ensureBuilt();
  const lanes = await Lanes.open(launchChromium);
  let walked = 0;
  let of = 0;
  try {
    for (const culture of languages) {
      const seen = new Set<string>();
      const onStep = async (
        { page }: Stage,
        { flow, edge }: FlowEdge,
        _index: number,
        checked: boolean,
      ): Promise<void> => {
        const state = graphs.get(flow)?.nodes.get(edge.to)?.state ?? '';
        if (!checked || seen.has(`${flow} ${state}`)) return;
        seen.add(`${flow} ${state}`);
        await onState({ page, devtools: await devtoolsOf(page), flow, state, culture });
      };
      const paths = chosen.flatMap((flow) => pathsToSee(graphOf(flow), pathsOf(flow)));
      const walk = async (path: Path): Promise<void> => {
        const failure = await lanes.use((lane) => walkBrowser(path, { ...lane, culture, onStep }));
        of += 1;
        walked += failure === null ? 1 : 0;
        print(`${culture} ${path.id}: ${failure === null ? `${seen.size} states so far` : failure.message}`);
      };
      await Promise.all(paths.map(walk));
    }
  } finally {
    await lanes.close();
  }
  return { walked, of };
}

function flowCalled(name: string): (typeof flows)[number] {
  const flow = flows.find(({ machine }) => machine.id === name);
  if (flow === undefined)
    throw unknown(
      'flow',
      name,
      flows.map(({ machine }) => machine.id),
    );
  return flow;
}

/**
 * Few paths that reach all states that any path reaches: greedily, always the one that reaches most of what is left.
 */
export function pathsToSee(graph: Graph, paths: readonly Path[]): readonly Path[] {
  const left = new Map(
    paths.map((path) => [
      path,
      new Set(
        expand(path, graphs).flatMap(({ flow, edge }) =>
          flow === graph.id ? [graph.nodes.get(edge.to)?.state ?? ''] : [],
        ),
      ),
    ]),
  );
  const chosen: Path[] = [];
  for (;;) {
    const [best] = [...left].toSorted(([, one], [, other]) => other.size - one.size);
    if (best === undefined || best[1].size === 0) return chosen;
    const [path, met] = best;
    chosen.push(path);
    left.delete(path);
    for (const states of left.values()) for (const state of met) states.delete(state);
  }
}
