import { useState } from 'react';
import type { AnyMachineSnapshot } from 'xstate';
import type { Problem } from '#machines/chart/problem.ts';
import { opened, type OpenDraft } from '#machines/confirmation/open-draft.ts';
import { expiredProblem, timeOverProblem } from '#machines/confirmation/confirmation.rules.ts';
import { useBalance } from '#src/flow/use-balance.ts';
import { deadlineOf } from '#src/flow/deadline.ts';
import { useServices, type Services } from '#src/services/services.ts';

/** A draft, as far as it is known for how long it holds. */
type Holds = Pick<OpenDraft<unknown>, 'lifetime'>;

interface Holding {
  readonly snapshot: {
    readonly context: {
      readonly open: Holds | null;
      /** An interrupted visit, until it is taken up. */
      readonly resume?: { readonly open: Holds | null } | null;
      readonly problem: Problem | null;
    };
  };
  readonly now: () => number;
}

interface Offering<TOptions> extends Holding {
  readonly snapshot: Holding['snapshot'] &
    AnyMachineSnapshot & { readonly context: { readonly options: TOptions | null } };
  readonly send: (event: { readonly type: 'BALANCE_READ'; readonly options: TOptions }) => void;
}

/** What a flow that holds a draft gives to its screens besides. */
export interface DraftRun {
  readonly until: number;
  /** Whether the draft ran out before it was refused: then nothing but the time needs to be said. */
  readonly ranOut: boolean;
}

/** Tells until when the draft of a flow holds, and whether the one that was just refused had run out by then. */
export function useDraft({ snapshot, now }: Holding): DraftRun {
  const { resume, problem } = snapshot.context;
  const open = snapshot.context.open ?? resume?.open ?? null;
  const until = deadlineOf(open, now);
  const [last, setLast] = useState(until);
  if (open !== null && last !== until) setLast(until);
  const [refused, setRefused] = useState({ problem, ranOut: false });
  if (refused.problem !== problem) setRefused({ problem, ranOut: last !== 0 && now() >= last });
  return { until, ranOut: refused.ranOut };
}

/**
 * For how long the draft of a flow still holds, in milliseconds: its chart counts from the beginning whenever the
 * member is back at the review.
 */
export const draftDelays = ({ now }: Pick<Services, 'now'>) => ({
  draftLifetime({ context }: { readonly context: { readonly open: OpenDraft<unknown> | null } }): number {
    return Math.max(0, deadlineOf(opened(context), now) - now());
  },
});

/** The refusal as the screen says it: of a draft that had run out, no other cause is considered. */
export function saidOf(problem: Problem, ranOut: boolean, over: Problem = timeOverProblem): Problem {
  return ranOut && problem.code === expiredProblem.code ? over : problem;
}

/** Does so, and keeps the balance of the flow's form up to date, which is read as its options are. */
export function draftWithBalance<TOptions>(
  read: (services: Services, signal: AbortSignal) => Promise<{ readonly kind: string; readonly options?: TOptions }>,
) {
  return function useDraftWithBalance(flow: Offering<TOptions>): DraftRun {
    const services = useServices();
    const { snapshot, send } = flow;
    useBalance({ snapshot, options: snapshot.context.options, send, read: (signal) => read(services, signal) });
    return useDraft(flow);
  };
}
