import type { operations } from '#openapi/api.gen.d.ts';

/** The name of a call: the operationId of the description, the same word in chart, port, handler and tests. */
export type OperationId = keyof operations;

/** What happens to a step when the page is loaded again (P-1). */
export type OnReload =
  /** The flow comes back to exactly this step. */
  | 'resume'
  /** The flow starts at its first step, since the step depends on something that is never stored. */
  | 'restart'
  /** The flow cannot be resumed: what it needed is gone by design. */
  | 'leave'
  /** A call was under way: the server is asked what became of it. */
  | 'reconcile';

/**
 * What every state that a member can rest in says of itself. A chart's setup lists its screens once (`TScreen`): a
 * state of another one is a compile error there, and a listed one that the flow's route has nothing to show for is one
 * in the route.
 */
export interface StepMeta<TScreen extends string = string> {
  /** The URL of the step; `*` for a state that keeps whatever URL the flow is at. */
  readonly route: string;
  /** Stable id of the screen; also the name of its screenshot. */
  readonly screen: TScreen;
  /** Catalogue key of the title. */
  readonly title: string;
  /** The calls made from this step. */
  readonly api?: readonly OperationId[];
  readonly onReload: OnReload;
  /**
   * Why the lost answer of the unsafe call made here need not be asked for, as a sentence. Absent nearly everywhere:
   * then a lost answer must lead to a state that asks the server what became of the call (P-3).
   */
  readonly lostAnswer?: string;
  /** Ids of the rules that the step fulfils, such as `F-02`, `P-3`, `SRC §9`. */
  readonly requirements: readonly string[];
}

/**
 * The closed list of tags: `waiting` (nothing but what `on` lists is offered), `form` (something is typed), `error`
 * (a message stands on the screen), `terminal` (the member may stay here for good).
 */
export type StepTag = 'waiting' | 'form' | 'error' | 'terminal';
