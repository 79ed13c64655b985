/** What of `Temporal` is asked for, where a browser has it. */
type WithTemporal = typeof globalThis & { readonly Temporal?: { readonly Now: { timeZoneId(): string } } };

/**
 * The time zone whose days a member means, as the IANA names it: `Asia/Tokyo`; undefined in UTC, which the server takes
 * by itself, and on a device without a zone. A browser's first formatter of dates takes a tenth of a second on a phone,
 * so it is asked only where there is nothing quicker.
 */
export function deviceZone(): string | undefined {
  const { Temporal } = globalThis as WithTemporal;
  const zone =
    Temporal === undefined
      ? (new Intl.DateTimeFormat().resolvedOptions() as { readonly timeZone?: string }).timeZone
      : Temporal.Now.timeZoneId();
  return zone === 'UTC' ? undefined : zone;
}
