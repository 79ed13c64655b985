/**
 * Whether an interrupted visit had come to its confirmation: the draft may have been carried out, so its outcome is
 * asked about before anything else is begun (P-3), at whatever address the flow is opened. Only a restake of another
 * stake is begun nevertheless: each stake is decided once.
 */
export function mayHaveRun(visit: { readonly step?: unknown }): boolean {
  return visit.step === 'confirming';
}
