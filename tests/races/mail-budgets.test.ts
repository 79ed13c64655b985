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

const counts = (trx: Trx, email: string, caller: string) =>
  countSend(trx, world.services, { purpose: 'signUp', email, call: { session: null, caller, cookies: noCookies } });
const asks = (email: string, caller: string) => inTransaction(world.db, (trx) => counts(trx, email, caller));

/** The second request comes while the first has not been committed. */
async function expectOneOf(first: readonly [email: string, caller: string], second: typeof first, refusal: string) {
  const { waitedAt, cameTo } = await inTurn(world, {
    first: (trx) => counts(trx, ...first),
    second: () => asks(...second),
    waitsAt: /pg_advisory_xact_lock/,
    comesTo: refusal,
  });
  expect(waitedAt).toMatch(/pg_advisory_xact_lock/);
  expect(cameTo).toBe(refusal);
}

it('the last place of a caller is for one of the mails that it requests for several addresses', async () => {
  const caller = '192.0.2.1';
  for (let place = 1; place < OF_CALLER.hourly; place += 1) await asks(`before-${place}@mail.example`, caller);
  await expectOneOf(['one@mail.example', caller], ['other@mail.example', caller], 'too_many_mails');
});

it('the last place of an address is for one of the callers who request a mail to it', async () => {
  const email = 'wanted@mail.example';
  for (let place = 1; place < BUDGETS.signUp.hourly; place += 1) {
    await asks(email, `198.51.100.${place}`);
    world.clock.advance(TWO_MINUTES);
  }
  await expectOneOf([email, '203.0.113.1'], [email, '203.0.113.2'], 'code_too_soon');
});
