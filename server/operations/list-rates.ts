import type { Handler } from '#server/contract/types.ts';
import { listRates as readRates } from '#server/rates/list.ts';

/** D-07: the rates in force. */
export const listRates: Handler<'listRates'> = async ({ db, clock }) => ({ status: 200, body: await readRates(db, clock.now()) });
