/** Sends a call under the key of its attempt. */
export type Attempt = <TOutcome extends { readonly kind: string }>(
  entries: object,
  call: (key: string) => Promise<TOutcome>,
) => Promise<TOutcome>;

/**
 * Idempotency keys for a call that a press sends (P-3). The same input is sent under the same key until the server has
 * answered, so pressing again after a lost response has one effect. Different input is a new call, and so is the same
 * input after an answer. A call that rejects, or whose outcome is `running`, has no answer yet. Neither has one that
 * the server could not finish (`unavailable`), since it may have been carried out at the last moment. A repetition that
 * was turned away before it was compared with the first says nothing of that one.
 */
export function createAttempt(newId: () => string): Attempt {
  let open: { readonly key: string; readonly entries: string; readonly isLost: boolean } | null = null;
  return async (entries, call) => {
    const said = JSON.stringify(entries);
    const attempt = open?.entries === said ? open : { key: newId(), entries: said, isLost: false };
    // Until there is an answer.
    open = { ...attempt, isLost: true };
    const outcome = await call(attempt.key);
    const isInDoubt = outcome.kind === 'running' || isUnavailable(outcome) || (attempt.isLost && isTurnedAway(outcome));
    if (!isInDoubt) open = null;
    return outcome;
  };
}

/** Whether the server answered without a look at the call: too many calls, a closed club, a session that has ended. */
function isTurnedAway({ kind }: { readonly kind: string }): boolean {
  return kind === 'throttled' || kind === 'maintenance' || kind === 'sessionEnded';
}

function isUnavailable(outcome: object): boolean {
  return (outcome as { readonly problem?: { readonly code?: string } | null }).problem?.code === 'unavailable';
}
