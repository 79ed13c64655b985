import { useCallback } from 'react';
import type { components } from '#openapi/api.gen.d.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { useServices } from '#src/services/services.ts';
import { dataOf } from './answers.ts';
import { useRead, type Reading } from './use-read.ts';

export type Content = components['schemas']['Content'];

/** A text of the club in the language of the interface; loaded again when the language changes. */
export function useContent(slug: Content['slug']): Reading<Content> {
  const { api } = useServices();
  // Every call carries the stored language anyway; it is listed here so that another language is another read.
  const culture = useCulture();
  const read = useCallback(
    (signal: AbortSignal) =>
      dataOf(api.GET('/contents/{slug}', { params: { path: { slug }, query: { culture } }, signal })),
    [api, slug, culture],
  );
  return useRead(`contents ${slug} ${culture}`, read);
}
