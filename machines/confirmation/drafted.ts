/** What the charts share that make a draft, have it reviewed, and have it confirmed with the second factor (D-08). */
import { assign, type EventObject } from 'xstate';
import { onOutcome, outcomeOf, type Branch } from '../chart/outcomes.ts';
import { problemActions, type Problem } from '../chart/problem.ts';
import { timeOverProblem } from './confirmation.rules.ts';
import type { ConfirmationOutput } from './confirmation.types.ts';
import { opened, openOf, type OpenDraft } from './open-draft.ts';

/** A draft as the server sends it, as far as all of them are alike. */
interface Draft {
  readonly id: string;
  readonly expiresIn: number;
}

/** What such a chart remembers. */
interface DraftContext {
  readonly options: unknown;
  readonly open: OpenDraft<Draft> | null;
  readonly problem: Problem | null;
}

/**
 * The actions that keep what is possible, the draft, and what an answer was refused for; for the `setup` of a chart:
 * `actions: { ...draftActions<Context, Event>() }`.
 */
export function draftActions<TContext extends DraftContext, TEvent extends EventObject>() {
  const keeping = (read: (event: TEvent) => Partial<DraftContext>) =>
    assign<TContext, TEvent, undefined, TEvent, never>(({ event }) => read(event) as Partial<TContext>);
  return {
    ...problemActions<TContext, TEvent>(),
    keepOptions: keeping((event) => ({
      options: outcomeOf<{ kind: string; options: unknown }>(event).options,
      problem: null,
    })),
    keepDraft: keeping((event) => ({
      open: openOf(outcomeOf<{ kind: string; draft: Draft }>(event).draft),
      problem: null,
    })),
    dropDraft: keeping(() => ({ open: null })),
    // By the chart's own clock, so nothing but the time is the cause.
    keepExpiry: keeping(() => ({ problem: timeOverProblem })),
  };
}

/** How long the draft holds, in milliseconds: the minutes or seconds of the rules (S-16, D-07). */
export function draftLifetime({ context }: { readonly context: Pick<DraftContext, 'open'> }): number {
  return opened(context).lifetime;
}

interface ConfirmationStep<TExecuted extends string, TOver extends Branch, TDeclined extends Branch> {
  readonly route: string;
  /** Ids of the rules that the step fulfills besides D-08 and P-3. */
  readonly requirements: readonly string[];
  /** The end of the flow, once the draft is carried out. */
  readonly executed: TExecuted;
  /** Where the draft that was over leads, and the one that could not be carried out. */
  readonly over: TOver;
  readonly declined: TDeclined;
}

/**
 * The step in which the draft is confirmed: the machine of that step, between `reviewing` and the end of the flow. The
 * chart adds what it stores on entry.
 */
export function confirmationStep<
  const TExecuted extends string,
  const TOver extends Branch,
  const TDeclined extends Branch,
>({ route, requirements, executed, over, declined }: ConfirmationStep<TExecuted, TOver, TDeclined>) {
  return {
    meta: {
      route,
      screen: 'confirmation-reading',
      title: 'confirmation:noCode',
      api: ['getDraft'],
      onReload: 'resume',
      requirements: [...requirements, 'D-08', 'P-3'],
    },
    invoke: {
      id: 'confirmation',
      src: 'confirmation',
      input: ({ context, event }: { readonly context: Pick<DraftContext, 'open'>; readonly event: EventObject }) => ({
        draftId: opened(context).draft.id,
        pressed: event.type === 'CONFIRM',
      }),
      onDone: onOutcome<ConfirmationOutput>()({
        executed: { target: executed },
        abandoned: { target: 'reviewing' },
        over,
        declined,
        sessionEnded: { target: 'sessionEnded' },
      }),
    },
  } as const;
}

interface ClosedSteps<TFlow extends string> {
  /** The flow, by whose name its screens are called. */
  readonly flow: TFlow;
  readonly route: string;
  /** Id of the rule of the flow. */
  readonly requirement: string;
}

/** The steps of a flow of money that leads no further: its money waits, or there is nothing to confirm with. */
export function closedSteps<const TFlow extends string>({ flow, route, requirement }: ClosedSteps<TFlow>) {
  return {
    onHold: {
      tags: 'terminal',
      meta: {
        route,
        screen: `${flow}-on-hold`,
        title: 'money:hold.title',
        onReload: 'resume',
        requirements: [requirement, 'P-5'],
      },
      // Nothing can be confirmed, and the draft of a reload that was taken up would count down unseen.
      entry: 'dropDraft',
      on: { LEAVE: 'left' },
    },
    unconfirmable: {
      tags: 'terminal',
      meta: {
        route,
        screen: `${flow}-unconfirmable`,
        title: 'confirmation:unconfirmable.title',
        onReload: 'resume',
        requirements: [requirement, 'D-08', 'P-5'],
      },
      // Nothing can be confirmed, and the draft of a reload that was taken up would count down unseen.
      entry: 'dropDraft',
      on: { LEAVE: 'left' },
    },
  } as const;
}

/** What a chart knows of its options, as far as a guard asks. */
interface Knowing<TOptions> {
  readonly context: { readonly options: TOptions | null };
}

/** The guard for a member who has neither an app nor a verified address to confirm with (D-08). */
export const isUnconfirmable = ({ context }: Knowing<{ readonly secondFactor: unknown }>): boolean =>
  context.options?.secondFactor === null;

/** The guards of `confirmedOrClosed`, for the `setup` of a chart. */
export const closedGuards = {
  /** Whether money that goes to others is on hold (P-5, S-12). */
  isOnHold: ({ context }: Knowing<{ readonly heldUntil: string | null }>): boolean =>
    (context.options?.heldUntil ?? null) !== null,
  isUnconfirmable,
};

/**
 * The first branches of such a flow once its options are there. What a confirmation that was interrupted has done comes
 * first, even if nothing can be begun any more (P-3).
 */
export const confirmedOrClosed = [
  { guard: { type: 'interruptedAt', params: { step: 'confirming' } }, target: 'confirming' },
  { guard: 'isOnHold', target: 'onHold' },
  { guard: 'isUnconfirmable', target: 'unconfirmable' },
] as const;

/** The receipt of a draft that was carried out, out of the event that says so. */
export function receiptOf(event: unknown): string {
  return outcomeOf<Extract<ConfirmationOutput, { kind: 'executed' }>>(event).receiptId;
}
