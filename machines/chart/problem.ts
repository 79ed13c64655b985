import { assign, type EventObject } from 'xstate';
import type { components } from '#openapi/api.gen.d.ts';

/** A code of the closed list in `openapi/schemas/problems.yaml`. */
export type ProblemCode = components['schemas']['ProblemCode'];
/** The codes of a minimum or a balance, which name their amounts. */
export type AmountCode = components['schemas']['AmountCode'];
/** What was asked for, and the minimum or the balance that it was compared with. */
export type ProblemAmounts = components['schemas']['ProblemAmounts'];

/** What a chart knows by its own clock: the time to confirm has passed; for a quote, it has expired. */
export type OwnCode = 'time_over' | 'quote_expired';

/**
 * What a chart remembers of a refusal: enough for the screen to say what happened and how to go on, in plain JSON. The
 * text comes from the catalogue by `code`; no sentence is ever parsed.
 */
export interface Problem {
  /**
   * The server's code, or the chart's own; `unreachable` when no answer came, `unexpected` when the answer was not a
   * documented one.
   */
  readonly code: ProblemCode | OwnCode | 'unreachable' | 'unexpected';
  /** Sentences about single fields or the whole request (SRC §5), in the member's language. */
  readonly errors: readonly string[];
  /** The first field that the sentences are about, as the contract names it; null if they are about none. */
  readonly field: string | null;
  /** The id that support needs (D-30). */
  readonly reference: string | null;
  /** Seconds until another try is worthwhile. */
  readonly retryAfterSeconds: number | null;
  /** Remaining tries for a code. */
  readonly triesLeft: number | null;
  /** Until when the condition lasts (RFC 3339), if that is known. */
  readonly until: string | null;
  /** Of a minimum or a balance; null of everything else, and if the server named none. */
  readonly amounts: ProblemAmounts | null;
}

/** A problem of which nothing but its code is known. */
const BARE = {
  errors: [],
  field: null,
  reference: null,
  retryAfterSeconds: null,
  triesLeft: null,
  until: null,
  amounts: null,
} as const;

/** What every call can answer besides its own outcomes. */
export type CommonFailure =
  | { readonly kind: 'refused'; readonly problem: Problem }
  | { readonly kind: 'throttled'; readonly problem: Problem }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'maintenance'; readonly problem: Problem };

/** The failures of a call that needs a session. */
export type MemberFailure = CommonFailure | { readonly kind: 'sessionEnded' };

/** The problem that a done event carries; null if the answer was no refusal. */
export function problemOf(event: unknown): Problem | null {
  const output = (event as { output?: { problem?: Problem } }).output;
  return output?.problem ?? null;
}

/** What an undocumented answer says of itself. */
interface Undocumented {
  readonly undocumented: true;
  readonly code: ProblemCode | null;
  readonly reference: string | null;
}

/** The problem of a call that got no answer, or an undocumented one. */
export function problemOfError(event: unknown): Problem {
  const { error } = event as { error?: Partial<Undocumented> | null };
  return error?.undocumented
    ? { ...BARE, code: error.code ?? 'unexpected', reference: error.reference ?? null }
    : { ...BARE, code: 'unreachable' };
}

/**
 * The actions with which a chart remembers the problem of an answer, and forgets it; for its `setup`:
 * `actions: { ...problemActions<Context, Event>() }`.
 */
export function problemActions<TContext extends { readonly problem: Problem | null }, TEvent extends EventObject>() {
  const keeping = (read: (event: TEvent) => Problem | null) =>
    assign<TContext, TEvent, undefined, TEvent, never>(({ event }) => ({ problem: read(event) }) as Partial<TContext>);
  return { keepProblem: keeping(problemOf), keepError: keeping(problemOfError), forgetProblem: keeping(() => null) };
}

/**
 * Whether the server or something that it needs was unreachable, or the club closed: nothing is wrong with the request.
 */
export function isAway({ code }: Problem): boolean {
  return code === 'unreachable' || code === 'unavailable' || code === 'maintenance';
}

/** A problem that the chart itself found before any call: support has nothing to look up. */
export function ownProblem(code: AmountCode, amounts: ProblemAmounts | null): Problem;
export function ownProblem(code: Exclude<ProblemCode, AmountCode> | OwnCode): Problem;
export function ownProblem(code: ProblemCode | OwnCode, amounts: ProblemAmounts | null = null): Problem {
  return { ...BARE, code, amounts };
}
