import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invariants, violated } from '#walk/browser/invariants.ts';
import { addMember, type TestMember } from '#fixtures/club/members.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let member: TestMember;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  member = await addMember(world.services);
});

const at = () => world.services.clock.now();

async function session(changes: object = {}): Promise<string> {
  const id = randomUUID();
  await world.db
    .insertInto('sessions')
    .values({
      id,
      member_id: member.id,
      created_at: at(),
      absolute_end: at(),
      last_used_at: at(),
      device: 'a test',
      ...changes,
    })
    .execute();
  return id;
}

const codes = (count: number) =>
  world.db
    .insertInto('recovery_codes')
    .values(
      Array.from({ length: count }, () => ({ member_id: member.id, code_hash: randomBytes(32), created_at: at() })),
    )
    .execute();

/** A mistake for each invariant that the database itself would let through. */
const mistakes: Readonly<Record<string, () => Promise<unknown>>> = {
  'no call is left half done': () =>
    world.db
      .insertInto('requests')
      .values({
        scope: member.id,
        key: randomUUID(),
        operation_id: 'changeEmail',
        request_hash: randomBytes(32),
        claim: randomUUID(),
        claimed_at: at(),
        leased_until: at(),
      })
      .execute(),
  'a member has ten recovery codes at most': () => codes(11),
  'recovery codes belong to a second factor that is bound': () => codes(1),
  'every member has a seat': async () => {
    const like = await world.db.selectFrom('members').selectAll().where('id', '=', member.id).executeTakeFirstOrThrow();
    const id = randomUUID();
    await world.db
      .insertInto('members')
      .values({
        ...like,
        id,
        username: id,
        username_key: id,
        email: `${id}@mail.example`,
        email_key: `${id}@mail.example`,
        referral_code: id,
      })
      .execute();
  },
  'an open session has one refresh token that is good': async () => {
    const id = await session();
    const token = () => ({
      token_hash: randomBytes(32),
      session_id: id,
      access_token_hash: randomBytes(32),
      issued_at: at(),
      expires_at: at(),
    });
    await world.db.insertInto('refresh_tokens').values([token(), token()]).execute();
  },
  'no session outlives the reset of its password': async () => {
    await session({ created_at: new Date(at().getTime() - 1000) });
    await world.db
      .insertInto('audit_events')
      .values({ at: at(), member_id: member.id, kind: 'password_reset', details: '{}' })
      .execute();
  },
  'every balance is the sum of its postings': () =>
    world.db
      .insertInto('accounts')
      .values({ member_id: member.id, kind: 'wallet', asset: 'MP', balance: '5' })
      .execute(),
  // The database refuses such a posting, so its checks are off for this one statement.
  'all postings of an asset come to zero': () =>
    sql
      .raw(`SET session_replication_role = replica;
      WITH journal AS (INSERT INTO journals (at, kind, key) VALUES ('2026-11-21', 'test', '${randomUUID()}') RETURNING id)
      INSERT INTO postings (journal_id, account_id, asset, amount) SELECT journal.id, accounts.id, 'BTC', 1 FROM journal, accounts WHERE accounts.kind = 'fees' AND accounts.asset = 'BTC';
      SET session_replication_role = origin`)
      .execute(world.db),
};

describe('the rules that walks check', () => {
  it('are fulfilled if nothing has gone wrong', async () => {
    const fresh = await createWorld();
    await addMember(fresh.services);
    await addMember(fresh.services, { secondFactor: true });
    expect(await violated(fresh.db)).toEqual([]);
    await fresh.close();
  });

  it.each(Object.entries(mistakes))('notice a mistake: %s', async (name, mistake) => {
    const { violations } = invariants.find((invariant) => invariant.name === name) ?? {
      violations: () => Promise.resolve([]),
    };
    const before = (await violations(world.db)).length;
    await mistake();
    expect((await violations(world.db)).length).toBeGreaterThan(before);
  });
});
