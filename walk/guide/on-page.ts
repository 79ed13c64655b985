// Where the page is after an act: at rest, at which address, in which state.
import { endOfAct, type Act } from '#walk/paths/acts.ts';
import { graphs } from '#walk/browser/driver.ts';
import type { Stage } from '#walk/browser/stage.ts';
import type { FlowEdge } from '#walk/paths/expand.ts';

/** How long a page may take to load before its picture is taken as it is. */
const REST_MS = 5000;

/**
 * Waits until the picture shows what the tester will see: after the end of a flow, the next page once it has loaded.
 */
export async function looksDone({ page }: Stage, act: Act): Promise<void> {
  const { flow, edge } = endOfAct(act);
  await page
    .locator('main h1:visible')
    .first()
    .waitFor({ timeout: REST_MS })
    .catch(() => undefined);
  if (graphs.get(flow)?.nodes.get(edge.to)?.tags.includes('waiting') === true) return;
  await page
    .locator('[aria-busy="true"]')
    .first()
    .waitFor({ state: 'detached', timeout: REST_MS })
    .catch(() => undefined);
}

/** The path and the parameters of the page's address. */
export function addressOf({ page }: Stage): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Whether the flow is in the state that the act leads to, whatever else is wrong with the screen. */
export async function isThere(stage: Stage, { steps }: Act): Promise<boolean> {
  const { flow, edge } = steps.at(-1) as FlowEdge;
  return (await stage.log(flow)).at(-1)?.state === graphs.get(flow)?.nodes.get(edge.to)?.state;
}
