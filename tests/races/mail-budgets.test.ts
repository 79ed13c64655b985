// Requests for mails that come at once: what is left of a budget is spent once, by a caller and by an address.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OF_CALLER, BUDGETS } from '#server/domain/codes/budgets.ts';
import { countSend } from '#server/domain/codes/send-limits.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { inTurn } from './locks/trial.ts';

let world: World;
beforeAll(async () => void (world = await createWorld({ config: { rateLimitScale: 1 } })));
afterAll(() => world.close());

const TWO_MINUTES = 120;
const noCookies = { read: () => null, set: () => undefined, clear: () => undefined };

/** A mail of one of the purposes that share the budget of an address. */
interface Wanted {
  readonly email: string;
  readonly caller: string;
  readonly purpose?: 'signUp' | 'userName';
}

const counts = (trx: Trx, { email, caller, purpose = 'signUp' }: Wanted) =>
  countSend(trx, world.services, { purpose, email, call: { session: null, caller, cookies: noCookies } });
const asks = (wanted: Wanted) => inTransaction(world.db, (trx) => counts(trx, wanted));

/** The second request comes while the first has not been committed. */
async function expectOneOf(first: Wanted, second: Wanted) {
  const comesTo = 'too_many_mails';
  const { waitedAt, cameTo } = await inTurn(world, {
    first: (trx) => counts(trx, first),
    second: () => asks(second),
    waitsAt: /pg_advisory_xact_lock/,
    comesTo,
  });
  expect(waitedAt).toMatch(/pg_advisory_xact_lock/);
  expect(cameTo).toBe(comesTo);
}

it('the last place of a caller goes to one of the mails that it requests for several addresses', async () => {
  const caller = '192.0.2.1';
  for (let place = 1; place < OF_CALLER.hourly; place += 1)
    await asks({ email: `before-${place}@mail.example`, caller });
  await expectOneOf({ email: 'one@mail.example', caller }, { email: 'other@mail.example', caller });
});

it('the last place of an address goes to one of the callers who request mails to it', async () => {
  const email = 'wanted@mail.example';
  for (let place = 1; place < BUDGETS.signUp.hourly; place += 1) {
    await asks({ email, caller: `198.51.100.${place}` });
    world.clock.advance(TWO_MINUTES);
  }
  await expectOneOf({ email, caller: '203.0.113.1' }, { email, caller: '203.0.113.2', purpose: 'userName' });
});
