import type { components } from '#openapi/api.gen.d.ts';
import { useServices } from '#src/services/services.ts';
import { dataOf } from '#src/reads/answers.ts';
import { useAct, type PageAct } from '#src/reads/use-act.ts';

type AddressWanted = components['schemas']['AddressWanted'];

/** As in the contract. */
export const LONGEST_LABEL = 64;

/** Saves an address in the book, or changes the label of a saved one; the server validates the address. */
export function useSaveAddress(onDone: () => void): PageAct<AddressWanted> {
  const { api } = useServices();
  return useAct(
    (body: AddressWanted, key) =>
      dataOf(api.POST('/addresses', { body, params: { header: { 'Idempotency-Key': key } } })),
    onDone,
  );
}
