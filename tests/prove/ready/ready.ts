// Every operation of the contract, made ready: sent as it is here, it succeeds. A new operation without a line does not
// compile.
import type { OperationId } from '#tests/api/support/call.ts';
import { setRates } from '#tests/api/support/money.ts';
import type { World } from '#tests/api/support/world.ts';
import { ACCOUNTS } from './accounts.ts';
import { MONEY } from './money.ts';
import type { Ready } from './request.ts';

const READY: { readonly [Op in OperationId]: (world: World) => Promise<Ready> } = { ...ACCOUNTS, ...MONEY };

/** All operations. */
export const OPERATIONS = Object.keys(READY) as OperationId[];

/** Makes a call ready for somebody who is new in the world. */
export async function readyFor(world: World, operationId: OperationId): Promise<Ready> {
  // Time passes in what is made ready: rates would be old by the next one.
  await setRates(world);
  return READY[operationId](world);
}
