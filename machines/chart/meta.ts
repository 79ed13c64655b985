import type { operations } from '#openapi/api.gen.d.ts';

/** The name of a call: its operationId in the description, the same word in chart, port, handler and tests. */
export type OperationId = keyof operations;

/** What happens to a step when the page is loaded again (P-1). */
export type OnReload =
  /** The flow resumes at exactly this step. */
  | 'resume'
  /** The flow starts at its first step, since the step depends on something that is never stored. */
  | 'restart'
  /** The flow cannot be resumed: what it needs is gone by design. */
  | 'leave'
  /** A call was under way: the server is asked for its outcome. */
  | 'reconcile';

/**
 * What every state that a member can rest in declares about itself. A chart's setup lists its screens once (`TScreen`):
 * a state with an unlisted screen is a compile error in the chart, and a listed screen without a component is one in
 * the flow's route.
 */
export interface StepMeta<TScreen extends string = string> {
  /** The URL of the step; `*` for a state that keeps the current URL. */
  readonly route: string;
  /** Stable id of the screen; also the name of its screenshot. */
  readonly screen: TScreen;
  /** Catalogue key of the title. */
  readonly title: string;
  /** The calls made from this step. */
  readonly api?: readonly OperationId[];
  readonly onReload: OnReload;
  /**
   * Why the outcome of the unsafe call made here need not be requested after a lost response, as a sentence. Absent
   * nearly everywhere: then a lost response must lead to a state that asks the server for the outcome (P-3).
   */
  readonly lostAnswer?: string;
  /** Ids of the rules that the step fulfills, such as `F-02`, `P-3`, `SRC §9`. */
  readonly requirements: readonly string[];
}

/**
 * The closed list of tags: `waiting` (only what `on` lists is offered), `form` (something is typed), `error` (the
 * screen shows a message), `terminal` (the member may stay here for good).
 */
export type StepTag = 'waiting' | 'form' | 'error' | 'terminal';
