// What the case tables of a flow say about how to walk it.
import { isCall, type AnyCases } from '#machines/graph/explore.ts';
import { isPath, publicPaths } from '#src/paths.ts';
import { operationOf } from './contract.ts';

/** Whether a signed-in member walks a flow: its URL is not public. */
export function isForMembers({ starts }: AnyCases): boolean {
  const [ordinary] = Object.values(starts);
  const [pathname = ''] = ordinary?.at.split(/[?#]/) ?? [];
  return !publicPaths.some((path) => isPath(pathname, path));
}

/** Whether an actor reads something from the browser itself, so that no request has its outcome. */
export function isLocalRead(cases: AnyCases, actor: string): boolean {
  return isCall(cases.machine, actor) && actor in cases.outcomes && operationOf(actor) === undefined;
}
