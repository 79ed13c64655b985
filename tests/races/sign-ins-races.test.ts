// Members who sign in in one browser at the same time: each takes over what the others had turned on there, and none of
// them holds what another one waits for.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetUnusedBrowsers } from '#server/domain/notices/notified-browsers.ts';
import { startSession } from '#server/domain/sessions/sessions.ts';
import { lockMember } from '#server/domain/members/members.ts';
import { subscribed } from '#tests/api/support/push.ts';
import { rich, type Rich } from '#tests/api/support/money.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const ROUNDS = 10;
const MEMBERS = 6;
const FIFTEEN_DAYS = 15 * 24 * 60 * 60;
const BROWSER = Buffer.alloc(32, 1);

/** A row for each member, all in one browser, as if they had turned it on before they shared it. */
async function allOn(members: readonly Rich[]): Promise<void> {
  const sessions = [];
  for (const who of members) sessions.push({ who, ...(await startedBy(who)) });
  for (const { who, id } of sessions) {
    const { endpoint, publicKey, authSecret } = subscribed().wanted;
    await world.db
      .insertInto('push_devices')
      .values({
        id: world.services.random.uuid(),
        member_id: who.member.id,
        session_id: id,
        browser_hash: BROWSER,
        endpoint,
        public_key: Buffer.from(publicKey, 'base64url'),
        auth_secret: Buffer.from(authSecret, 'base64url'),
        added_at: world.clock.now(),
      })
      .execute();
  }
}

/** A new session in the browser, in one transaction that is not tried again. */
async function startedBy({ member }: Rich): Promise<{ id: string }> {
  const { sessionId } = await world.db.transaction().execute(async (trx) => {
    await lockMember(trx, member.id);
    return startSession(trx, {
      member,
      previousSignInAt: null,
      device: '',
      browserHash: BROWSER,
      requestKey: null,
      replaced: null,
      now: world.clock.now(),
      random: world.services.random,
    });
  });
  return { id: sessionId };
}

it('members who sign in in one browser at once never wait for each other in a ring', async () => {
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => rich(world)));
  for (let round = 0; round < ROUNDS; round += 1) {
    await allOn(members);
    // Nobody has come for long, so the clean-up wants the same rows.
    world.clock.advance(FIFTEEN_DAYS);
    const signIns = members.map(startedBy);
    const cleanUp = round % 2 === 0 ? [] : [forgetUnusedBrowsers(world.db, world.clock.now())];
    // A deadlock would fail one of them: nothing here tries again.
    await Promise.all([...signIns, ...cleanUp]);
    // Each that comes forgets what the others had, and finds nothing of its own.
    expect(await world.db.selectFrom('push_devices').select('member_id').execute()).toEqual([]);
  }
});
