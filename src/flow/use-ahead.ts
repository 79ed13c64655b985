import { formatDateTime } from '#src/i18n/format.ts';
import { formatAhead } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { useServices } from '#src/services/services.ts';

/** When something is ahead, for a text that says both the time and how long it is until then. */
export type Ahead = { readonly moment: string; readonly relative: string };

/** Puts a time that is yet to come into words. */
export function useAhead(): (at: string) => Ahead {
  const culture = useCulture();
  const { serverNow } = useServices();
  return (at) => ({ moment: formatDateTime(at), relative: formatAhead(at, serverNow(), culture) });
}
