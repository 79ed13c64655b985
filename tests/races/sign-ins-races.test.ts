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
const BROWSER = Buffer.alloc(32, 1);

/** A row for each member, all in one browser, as if they had turned it on before they shared it. */
async function allOn(members: readonly Rich[]): Promise<void> {
  await world.db.deleteFrom('push_devices').execute();
  for (const who of members) {
    const { id } = await startedBy(who);
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
    // A deadlock would fail one of them: nothing here tries again.
    await Promise.all([...members.map(startedBy), forgetUnusedBrowsers(world.db, world.clock.now())]);
    const left = await world.db.selectFrom('push_devices').select(['member_id', 'session_id']).execute();
    // The first to come forgets those of the others, who then have nothing to take over.
    expect(left).toHaveLength(1);
  }
});
