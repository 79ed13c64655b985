import type { CommonFailure } from './problem.ts';

/**
 * How a chart branches on the answer of a port.
 *
 * A port resolves to a closed union `{ kind: … }`. `onOutcome` turns a table with one entry per kind into the `onDone`
 * of its invoke. A kind that the table forgets is a compile error, and every branch carries a guard named after its
 * kind, so that diagrams and transition tables print `✓ createToken [invalidLogin]`.
 */

/** Any answer of a port. */
export interface Outcome {
  readonly kind: string;
}

/** Where one kind of answer leads, and what the chart remembers of it. */
export interface Branch {
  readonly target?: string;
  readonly actions?: unknown;
}

/** A branch with the guard of its kind. */
export type Guarded<TBranch, TKind> = TBranch & {
  readonly guard: { readonly type: 'outcomeIs'; readonly params: { readonly kind: TKind } };
};

/**
 * The `onDone` branches for the answers `TOutcome`, in the order in which the table lists them.
 *
 * Used as `onOutcome<CreateTokenOutcome>()({ signedIn: { target: 'signedIn' }, … })`; the first call fixes the union,
 * the second infers the table, which TypeScript can't do in one.
 */
export function onOutcome<TOutcome extends Outcome>() {
  return <const TTable extends { readonly [K in TOutcome['kind']]: Branch }>(
    table: TTable & { readonly [K in Exclude<keyof TTable, TOutcome['kind']>]: never },
  ) =>
    Object.entries<Branch>(table).map(([kind, branch]) => ({
      ...branch,
      guard: { type: 'outcomeIs', params: { kind } },
    })) as unknown as Guarded<TTable[TOutcome['kind']], TOutcome['kind']>[];
}

/**
 * The branches for the answers that every call shares: all lead to `target`, where the problem's code distinguishes
 * them. A kind that leads elsewhere is listed after them:
 * `...failuresTo('asking.problem'), failed: { target: 'outcomeUnknown' }`.
 */
export function failuresTo<const TTarget extends string>(target: TTarget) {
  return failuresBy({ target, actions: 'keepProblem' } as const);
}

/** The same with a branch that remembers something else of the answer, or nothing. */
export function failuresBy<const TBranch extends Branch>(branch: TBranch) {
  return { refused: branch, throttled: branch, failed: branch, maintenance: branch } satisfies Record<
    CommonFailure['kind'],
    TBranch
  >;
}

/** The guard that `onOutcome` refers to; every chart registers it under this name. */
export function outcomeIs({ event }: { event: unknown }, params: { readonly kind: string }): boolean {
  return outcomeOf<Outcome>(event).kind === params.kind;
}

/** The answer that a port's done event carries. Throws if the event is not one, which is a bug in the chart. */
export function outcomeOf<TOutcome extends Outcome>(event: unknown): TOutcome {
  const output = (event as { output?: TOutcome }).output;
  if (output === undefined) throw new Error('This event carries no answer of a port.');
  return output;
}

/** The stand-in for a port in a chart: it names itself, so that a forgotten `provide` is found at once. */
export function notProvided(operationId: string): () => Promise<never> {
  return () => Promise.reject(new Error(`The port "${operationId}" is not provided.`));
}
