import { rulesAt } from '#server/domain/rules/rules.ts';
import type { Handler } from './handler.ts';

/** D-04: the rules in force now. */
export const getRules: Handler<'getRules'> = async (services) => ({
  status: 200,
  body: await rulesAt(services.db, services.clock.now()),
});
