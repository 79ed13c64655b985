// Sign-ups that race: for one seat, one name, one address, one proof or one key there is exactly one winner (S-19). On
// the embedded engine transactions run one after the other; on PostgreSQL the races are real, and the control proves
// that they would be lost without the lock.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestTo, type Answer } from '../support/call.ts';
import { serverUrl } from '#fixtures/club/database.ts';
import { mailsTo } from '../support/mails.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { newcomer } from '../support/newcomers.ts';
import { createWorld, type World } from '../support/world.ts';

const RACERS = 20;

let world: World;
let root: TestMember;
beforeAll(async () => {
  world = await createWorld();
  root = await world.member();
});
afterAll(() => world.close());

const racers = (
  options: (index: number) => { introducer: TestMember; side?: 'left' | 'right'; username?: string; email?: string },
  on = world,
) => Promise.all(Array.from({ length: RACERS }, (_, index) => newcomer(on, options(index))));

/** How often each answer occurred. */
function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const what = status === 200 ? 'registered' : `${status} ${body.code}`;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

const seatsBelow = async (seatNo: number) =>
  (await world.db.selectFrom('seats').select('seat_no').where('parent_no', '=', seatNo).execute()).length;
const lost = (code: string) => ({ registered: 1, [`409 ${code}`]: RACERS - 1 });

describe('twenty sign-ups at once', () => {
  it('for one seat: one gets it, all others are refused, and take the next ones in turn', async () => {
    const introducer = await world.member({ below: root.seatNo, side: 'right' });
    const people = await racers(() => ({ introducer, side: 'left' }));
    const answers = await Promise.all(people.map((person) => person.register()));
    expect(tally(answers)).toEqual(lost('seat_taken'));
    expect(await seatsBelow(introducer.seatNo)).toBe(1);
    const loser = people[answers.findIndex(({ status }) => status === 409)];
    const { body: next } = await world
      .browser()
      .call('checkIntroducerAndSeatUser', { body: { introducer: introducer.username, position: 'left' } });
    expect((await loser?.register({ parentSeatNo: next.place.parentSeatNo }))?.status).toBe(200);
  });

  it('for seats on two sides: one on each', async () => {
    const introducer = await world.member({ below: root.seatNo, side: 'right' });
    const people = await racers((index) => ({ introducer, side: index % 2 === 0 ? 'left' : 'right' }));
    expect(tally(await Promise.all(people.map((person) => person.register())))).toEqual({
      registered: 2,
      '409 seat_taken': RACERS - 2,
    });
    expect(await seatsBelow(introducer.seatNo)).toBe(2);
  });

  it('for the same seat from different seats above it: one gets it', async () => {
    const upper = await world.member({ below: root.seatNo, side: 'right' });
    const lower = await world.member({ below: upper.seatNo, side: 'left' });
    const people = await racers((index) => ({ introducer: index % 2 === 0 ? upper : lower, side: 'left' }));
    expect(tally(await Promise.all(people.map((person) => person.register())))).toEqual(lost('seat_taken'));
  });

  it('for one username: one gets it', async () => {
    const seats = await spread();
    const people = await racers((index) => ({
      introducer: seats[index] ?? root,
      username: index % 2 === 0 ? 'wanted' : 'WANTED',
      email: `wanted${index}@mail.example`,
    }));
    expect(tally(await Promise.all(people.map((person) => person.register())))).toEqual(lost('username_taken'));
  });

  it('with proofs of one address: one gets it', async () => {
    const seats = await spread();
    const people = [];
    for (let index = 0; index < 4; index += 1) {
      world.clock.advance(61);
      people.push(
        await newcomer(world, {
          introducer: seats[index] ?? root,
          username: `shared${index}`,
          email: 'shared@mail.example',
        }),
      );
    }
    expect(tally(await Promise.all(people.map((person) => person.register())))).toEqual({
      registered: 1,
      '409 email_taken': 3,
    });
    expect(await mailsTo(world, 'shared@mail.example', 'welcome')).toHaveLength(1);
  });

  it('with one proof: one uses it', async () => {
    const seats = await spread();
    const person = await newcomer(world, { introducer: root });
    const attempts = seats.map((seat, index) =>
      person.register({
        username: `oneproof${index}`,
        introducer: seat.username,
        parentSeatNo: seat.seatNo,
        position: 'left',
      }),
    );
    expect(tally(await Promise.all(attempts))).toEqual({ registered: 1, '403 email_not_verified': RACERS - 1 });
  });

  it('under one key: one effect, and the same response or the request to wait', async () => {
    const introducer = await world.member({ below: root.seatNo, side: 'right' });
    const person = await newcomer(world, { introducer });
    const answers = await Promise.all(Array.from({ length: RACERS }, () => person.register({}, 'pressed-often-01')));
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length + answers.filter(({ body }) => body.code === 'request_running').length).toBe(RACERS);
    expect(new Set(done.map(({ body }) => body.seatNo)).size).toBe(1);
    expect(await seatsBelow(introducer.seatNo)).toBe(1);
  });

  /** As many introducers with a free side as there are racers. */
  async function spread(): Promise<TestMember[]> {
    const seats: TestMember[] = [];
    for (let index = 0; index < RACERS; index += 1)
      seats.push(await world.member({ below: root.seatNo, side: 'right' }));
    return seats;
  }
});

// Without the lock the races below are lost on PostgreSQL; the embedded engine has a single session and therefore no
// races.
const onPostgres = serverUrl === null ? (_name: string, _tests: () => void): void => {} : describe;

onPostgres('the control: with the lock removed', () => {
  it('the same twenty sign-ups fail, so the test above would notice', async () => {
    const bare = await createWorld();
    await withoutLock(bare);
    const top = await bare.member();
    // One round may go well by chance; ten won't.
    let wrong = 0;
    for (let round = 0; round < 10 && wrong === 0; round += 1) {
      const introducer = await bare.member({ below: top.seatNo, side: 'right' });
      const people = await racers(() => ({ introducer, side: 'left' }), bare);
      const statuses = await Promise.all(
        people.map(async ({ details, browser }) => {
          const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
          return (
            await bare.app.inject({
              ...requestTo('registerInSeat'),
              payload: details,
              headers: { cookie },
            })
          ).statusCode;
        }),
      );
      wrong = statuses.filter((status) => status !== 200 && status !== 409).length;
    }
    expect(wrong).toBeGreaterThan(0);
    await bare.close();
  });

  async function withoutLock(bare: World): Promise<void> {
    const { rows } = await sql<{
      source: string;
    }>`SELECT pg_get_functiondef('lock_free_place'::regproc) AS source`.execute(bare.db);
    const source = rows[0]?.source ?? '';
    expect(source).toContain('FOR NO KEY UPDATE');
    await sql.raw(source.replace('FOR NO KEY UPDATE', '')).execute(bare.db);
  }
});
