// The start of a path on the real routes in jsdom: the browser's storage and the URL.
import { DAY_MS } from '#machines/chart/durations.ts';
import type { Edge, Graph } from '#machines/graph/explore.ts';
import { resumeOf } from '#machines/graph/ways.ts';
import { createCheckpoints } from '#src/services/checkpoints.ts';
import { mailTokenIn } from '#src/session/mail-token.tsx';
import type { Stage } from './stage.tsx';
import { storedMember, storeSession } from './world.ts';
import { isForMembers, isLocalRead } from '#walk/paths/cases.ts';

/** Long enough that a walk never renews a member's tokens. */
const RENEW_IN_MS = DAY_MS;

/** Opens the page in the situation of a start of the flow. */
export async function openAt(stage: Stage, { id, cases }: Graph, step: Edge['step']): Promise<void> {
  const start = step.kind === 'start' ? cases.starts[step.name] : undefined;
  if (start === undefined) throw new Error(`${id} has no such start.`);
  const reads = Object.keys(cases.outcomes).some((src) => isLocalRead(cases, src));
  if (!reads && isForMembers(cases)) storeSession({ renewIn: RENEW_IN_MS, memberKnown: true });
  const checkpoint = resumeOf(start.input);
  const owner = mailTokenIn(new URL(start.at, window.location.origin)) ?? (isForMembers(cases) ? storedMember() : null);
  if (checkpoint !== null)
    createCheckpoints(window.sessionStorage, () => Date.now()).save(id, checkpoint as object, owner);
  await stage.visit(start.at);
}
