import type { components } from '#openapi/api.gen.d.ts';
import { useServices } from '#src/services/services.ts';
import { dataOf } from '#src/reads/answers.ts';
import { useAct, type Act } from '#src/reads/use-act.ts';

type AddressWanted = components['schemas']['AddressWanted'];

/** As the contract has it. */
export const LONGEST_LABEL = 64;

/** Puts an address into the book, or gives one that is there another label; the server checks what it is. */
export function useSaveAddress(onDone: () => void): Act<AddressWanted> {
  const { api } = useServices();
  return useAct((body: AddressWanted, key) => dataOf(api.POST('/addresses', { body, params: { header: { 'Idempotency-Key': key } } })), onDone);
}
