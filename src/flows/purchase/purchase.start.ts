import { mayHaveRun } from '#machines/confirmation/may-have-run.ts';
import { resumable } from '#machines/purchase/purchase.rules.ts';
import type { PurchaseInput } from '#machines/purchase/purchase.types.ts';
import { isPath, paths } from '#src/paths.ts';
import type { Checkpoints } from '#src/services/checkpoints.ts';

/**
 * How the flow starts at a URL: a purchase that may have been carried out is asked about before anything else; /Package
 * starts over; a link to a stage starts with that stage, unless the flow was interrupted at the same one; otherwise the
 * flow resumes. A bare /Plan begins with a stage of its own, which can be changed there.
 */
export function beginning(
  checkpoints: Checkpoints,
  { pathname, search }: { readonly pathname: string; readonly search: string },
): PurchaseInput {
  const stored = checkpoints.load('purchase');
  const interrupted = stored && resumable(stored.checkpoint, stored.age);
  if (interrupted !== null && mayHaveRun(interrupted)) return { resume: interrupted, linked: null, unnamed: false };
  const resume = isPath(pathname, paths.plans) ? null : interrupted;
  const linked = linkedStage(search);
  if (linked !== null && resume?.stage !== linked) return { resume: null, linked, unnamed: false };
  return { resume, linked: null, unnamed: resume === null && isBarePlan(pathname, search) };
}

/** Whether the URL is that of a plan's page and names neither a stage nor a step of the flow. */
function isBarePlan(pathname: string, search: string): boolean {
  const query = new URLSearchParams(search);
  return isPath(pathname, paths.plan) && !query.has('stage') && !query.has('step');
}

/** The stage that `/Plan?stage=3` names; null if it names none. */
function linkedStage(search: string): number | null {
  const named = new URLSearchParams(search).get('stage') ?? '';
  return /^\d{1,3}$/.test(named) ? Number(named) : null;
}
