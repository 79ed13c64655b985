/** Sends a call under the key of its attempt. */
export type Attempt = <TOutcome extends { readonly kind: string }>(
  entries: object,
  call: (key: string) => Promise<TOutcome>,
) => Promise<TOutcome>;

/**
 * Idempotency keys for a call that a press sends (P-3). The same input is sent under the same key until the server has
 * answered, so pressing again after a lost response has one effect. Different input is a new call, and so is the same
 * input after an answer. A call that rejects, or whose outcome is `running`, has no answer yet. Neither has one that
 * the server could not finish (`unavailable`), since it may have been carried out at the last moment.
 */
export function createAttempt(newId: () => string): Attempt {
  let open: { readonly key: string; readonly entries: string } | null = null;
  return async (entries, call) => {
    const said = JSON.stringify(entries);
    if (open?.entries !== said) open = { key: newId(), entries: said };
    const outcome = await call(open.key);
    if (outcome.kind !== 'running' && !isUnavailable(outcome)) open = null;
    return outcome;
  };
}

function isUnavailable(outcome: object): boolean {
  return (outcome as { readonly problem?: { readonly code?: string } | null }).problem?.code === 'unavailable';
}
