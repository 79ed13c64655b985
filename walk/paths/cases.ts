// What the case tables of a flow tell whoever walks it.
import { isCall, type AnyCases } from '#machines/graph/explore.ts';
import { isPath, publicPaths } from '#src/paths.ts';
import { operationOf } from './contract.ts';

/** Whether a flow is walked by a member who is signed in: its address is not one that anybody may open. */
export function isForMembers({ starts }: AnyCases): boolean {
  const [ordinary] = Object.values(starts);
  const [pathname = ''] = ordinary?.at.split(/[?#]/) ?? [];
  return !publicPaths.some((path) => isPath(pathname, path));
}

/** Whether an actor reads something of the browser itself, so that no request tells its outcome. */
export function isLocalRead(cases: AnyCases, actor: string): boolean {
  return isCall(cases.machine, actor) && actor in cases.outcomes && operationOf(actor) === undefined;
}
