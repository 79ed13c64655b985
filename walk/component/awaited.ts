// The failure message of a walk on the components that waited for a flow in vain.

/**
 * Says that a flow is not in the awaited state, and how long the walk waited; `now` is null if the flow has not begun.
 */
export function notYet(
  flow: string,
  state: string,
  { now, turns }: { readonly now: string | null; readonly turns: number },
): string {
  const waited = `${flow} did not come to ${state} within ${turns} turns of the event loop`;
  return now === null
    ? `${waited}: it has not begun, so its page may still be loading, as on a busy machine.`
    : `${waited}; it is in ${now}.`;
}
