import { mayHaveRun } from '#machines/confirmation/may-have-run.ts';
import type { Asset } from '#money/assets.ts';
import type { Checkpoints } from '#src/services/checkpoints.ts';

/** The flows that begin with an asset, by the names of their charts, and the form in which it is chosen. */
const FORMS = {
  deposit: 'deposit/form',
  withdrawal: 'withdrawal/form',
  transfer: 'transfer/amount',
  exchange: 'exchange/form',
} as const;

/** What these flows store of a choice: an exchange begins with what is given. */
interface Choice {
  readonly asset?: unknown;
  readonly from?: unknown;
}

interface Stored {
  readonly step?: unknown;
  readonly typed?: Choice | null;
  readonly entries?: Choice;
}

/**
 * Makes the next visit of a flow begin with an asset that the member has just chosen elsewhere: an interrupted visit
 * with another one is forgotten. One whose outcome may be unknown is not: it is asked about first (P-3).
 */
export function beginWith(checkpoints: Checkpoints, flow: keyof typeof FORMS, asset: Asset): void {
  const [visit, form] = [flow, FORMS[flow]].map(
    (name) => checkpoints.load(name)?.checkpoint as Stored | null | undefined,
  );
  if (visit && mayHaveRun(visit)) return;
  const chosen = [visit?.typed, form?.entries].map((choice) => choice?.from ?? choice?.asset ?? asset);
  if (chosen.some((each) => each !== asset)) checkpoints.forget(flow);
}
