import type { components } from '#openapi/api.gen.d.ts';
import { useServices } from '#src/services/services.ts';
import { dataOf } from './answers.ts';
import { useAct, type PageAct } from './use-act.ts';

export type Favorite = components['schemas']['Favorite'];

/** Keeps a recipient of transfers at hand, or no longer (F-11); `onDone` is told how it is now. */
export function useFavorite(onDone: (now: Favorite) => void): PageAct<Favorite> {
  const { api } = useServices();
  return useAct(
    (body: Favorite, key) =>
      dataOf(api.POST('/transfers/favorites', { body, params: { header: { 'Idempotency-Key': key } } })),
    onDone,
  );
}
