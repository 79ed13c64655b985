import { formatDateTime } from '#src/i18n/format.ts';
import { formatAhead } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { useServices } from '#src/services/services.ts';

/** When something ends, as a time and as a duration, for a text; null if it doesn't. */
export function useEnding(at: string | null): { readonly moment: string; readonly relative: string } | null {
  const culture = useCulture();
  const { now } = useServices();
  return at === null ? null : { moment: formatDateTime(at), relative: formatAhead(at, now(), culture) };
}
