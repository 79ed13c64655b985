import { assign, type EventObject } from 'xstate';
import type { components } from '#openapi/api.gen.d.ts';

/** A code of the closed list in `openapi/schemas/problems.yaml`. */
export type ProblemCode = components['schemas']['ProblemCode'];

/**
 * What a chart remembers of a refusal: enough for the screen to say what happened and how to go on, in plain JSON. The
 * text comes from the catalogue by `code`; no sentence is ever parsed.
 */
export interface Problem {
  /** The server's code; `unreachable` when no answer came, `unexpected` when the answer was not a documented one. */
  readonly code: ProblemCode | 'unreachable' | 'unexpected';
  /** Sentences about single fields or the whole request (SRC §5), in the member's language. */
  readonly errors: readonly string[];
  /** The id that support needs (D-30). */
  readonly reference: string | null;
  /** Seconds until another try is worthwhile. */
  readonly retryAfterSeconds: number | null;
  /** Remaining tries for a code. */
  readonly triesLeft: number | null;
  /** Until when the condition lasts (RFC 3339), if that is known. */
  readonly until: string | null;
}

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

/** The problem of a call that got no answer, or an undocumented one. */
export function problemOfError(event: unknown): Problem {
  const error = (event as { error?: unknown }).error;
  const undocumented = typeof error === 'object' && error !== null && 'undocumented' in error;
  const known = (error as { code?: ProblemCode | null } | null)?.code ?? 'unexpected';
  return {
    code: undocumented ? known : 'unreachable',
    errors: [],
    reference: null,
    retryAfterSeconds: null,
    triesLeft: null,
    until: null,
  };
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
export function ownProblem(code: ProblemCode): Problem {
  return { code, errors: [], reference: null, retryAfterSeconds: null, triesLeft: null, until: null };
}
