// Races between several real servers on one PostgreSQL; and a control whose servers have no locks, which must lose one.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { builtServer, server } from '#tests/support/perch.ts';
import { withoutLock } from '#tests/support/without-lock.ts';
import { checkBesideServers } from '#tests/support/books.ts';
import { renewRates } from '../callers/club.ts';
import { type Experiment, type Place, type Session, type Turn } from '../experiment.ts';
import { RaceClub } from './club.ts';
import { CONTESTS, dueStakes, expectDays, SPENT_TWICE, wholeBalance } from './contests.ts';

const SERVERS = 3;
const STAKES = 10;
const DAYS = 12;
/** How many rounds may the control go well by chance. */
const CONTROL_ROUNDS = 40;
const CONTROL = 'servers without locks spend a balance once';

export const races: Experiment = {
  figures: [...Object.keys(CONTESTS), 'days that three servers accrued at their start'],
  faults: [CONTROL],
  open: async (place) => new RacesSession(place, await RaceClub.open(join(place.folder, 'club'))),
};

/** Whether the race fails for the reason that it is about. */
async function spendsTwice(race: () => Promise<void>): Promise<boolean> {
  try {
    await race();
    return false;
  } catch (error) {
    if (error instanceof assert.AssertionError && error.message.includes(SPENT_TWICE)) return true;
    throw error;
  }
}

class RacesSession implements Session {
  private readonly place: Place;
  private readonly club: RaceClub;

  constructor(place: Place, club: RaceClub) {
    this.place = place;
    this.club = club;
  }

  async turn(turn: Turn): Promise<void> {
    const { club } = this;
    const { db, clock } = club.services;
    if (club.servers.length === 0) {
      await dueStakes(club, STAKES, DAYS);
      await club.start(SERVERS, builtServer);
      await expectDays(club, STAKES, DAYS);
      turn.count('days that three servers accrued at their start', STAKES * DAYS);
    }
    await renewRates(club.services);
    for (const [name, { hold, short, long }] of Object.entries(CONTESTS))
      for (let round = turn.short ? short : long; round > 0; round -= 1) {
        if ((await hold(club, turn.random.apart(`${name} ${round}`))) !== false) turn.count(name);
      }
    assert.deepEqual(await checkBesideServers(db, { now: clock.now(), full: true }), { kind: 'agree' });
    for (const { child, errors } of club.servers) assert.equal(child.exitCode, null, errors());
    const { rows } = await sql<{ deadlocks: string }>`
      SELECT deadlocks::text FROM pg_stat_database WHERE datname = current_database()`.execute(db);
    assert.equal(rows[0]?.deadlocks, '0', 'deadlocks');
  }

  /** The same race for a balance, with servers whose sources and whose database have no locks. */
  async plant(_fault: string, turn: Turn): Promise<boolean> {
    const club = await RaceClub.open(join(this.place.folder, 'control'));
    try {
      await withoutLock(club.services.db);
      await club.start(2, (env) => server(this.place.programs.withoutLocks, env));
      for (let round = 0; round < CONTROL_ROUNDS; round += 1)
        if (await spendsTwice(() => wholeBalance(club, turn.random.apart(round)))) return true;
      return false;
    } finally {
      await club.close();
    }
  }

  async keep(folder: string): Promise<void> {
    writeFileSync(join(folder, 'database'), `${this.club.database.leave()}\n`);
  }

  close(): Promise<void> {
    return this.club.close();
  }
}
