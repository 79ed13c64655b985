import { useCallback, useRef, useState } from 'react';
import type { Problem } from '#machines/chart/problem.ts';
import { createAttempt } from '#src/api/attempt.ts';
import { useServices } from '#src/services/services.ts';
import { problemOfFailure } from './answers.ts';

/** A small change by a page, with one good outcome and otherwise a message: not a flow, so it has no machine. */
export interface PageAct<TInput> {
  /** What is being sent; null while nothing is. */
  readonly busy: TInput | null;
  /** Why the last one failed; null if it did not. */
  readonly problem: Problem | null;
  readonly run: (input: TInput) => void;
  readonly forgetProblem: () => void;
}

/**
 * Sends `call` under an idempotency key that stays the same until it succeeds: repeating it after a lost response has
 * one effect (P-3). While a call is in progress, another press does nothing. `call` rejects if it is refused.
 */
export function useAct<TInput, TValue>(
  call: (input: TInput, key: string) => Promise<TValue>,
  onDone: (value: TValue) => void,
): PageAct<TInput> {
  const { newId } = useServices();
  const [attempt] = useState(() => createAttempt(newId));
  const running = useRef(false);
  const [state, setState] = useState<{ readonly busy: TInput | null; readonly problem: Problem | null }>({
    busy: null,
    problem: null,
  });

  const run = (input: TInput): void => {
    if (running.current) return;
    running.current = true;
    setState({ busy: input, problem: null });
    attempt({ input }, async (key) => ({ kind: 'done', value: await call(input, key) }))
      .then(
        ({ value }) => {
          setState({ busy: null, problem: null });
          onDone(value);
        },
        (error: unknown) => setState({ busy: null, problem: problemOfFailure(error) }),
      )
      .finally(() => {
        running.current = false;
      });
  };
  const forgetProblem = useCallback(() => setState((now) => ({ ...now, problem: null })), []);
  return { ...state, run, forgetProblem };
}
