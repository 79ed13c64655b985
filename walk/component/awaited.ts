// What a walk on the components says of a flow that it has waited for in vain.

/** That a flow is not where it was waited for, and for how long that was; `now` is null if it has not begun at all. */
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
