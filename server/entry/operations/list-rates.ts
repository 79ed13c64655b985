import { listRates as readRates } from '#server/domain/rates/list.ts';
import type { Handler } from './handler.ts';

/** D-07: the rates in force. */
export const listRates: Handler<'listRates'> = async (services) => ({
  status: 200,
  body: await readRates(services),
});
