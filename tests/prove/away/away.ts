// Database, mail server, chain node and disk go away in the middle of every flow and come back: calls are refused with
// a time to come back, nothing is half done, and the same process goes on without a restart.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#server/platform/system/clock.ts';
import { fails, type Experiment, type Place, type Session, type Turn } from '../experiment.ts';
import { isUnavailable } from '../callers/calls.ts';
import { freeKeys } from '../kills/club.ts';
import { openAwayClub, type AwayClub } from './club.ts';
import { fillDisk } from './disk.ts';
import { LOSSES, type Loss } from './losses.ts';

const BEFORE = { short: 8, long: 25 };
const DISK = 'the disk';

const REFUSED_ACT = 'an act that was refused happens all the same';
const NO_TIME = 'a call is refused without a time to come back';
const FAILURE = 'a call is answered by an internal error';

export const away: Experiment = {
  figures: [
    ...[...Object.keys(LOSSES), DISK].map((what) => `without ${what}`),
    ...['refused as unavailable', 'acknowledged, and answered the same again'],
  ],
  faults: [REFUSED_ACT, NO_TIME, FAILURE],
  open: async (place) => new AwaySession(await openAwayClub(place.folder), place),
};

class AwaySession implements Session {
  private readonly club: AwayClub;
  private readonly place: Place;

  constructor(club: AwayClub, place: Place) {
    this.club = club;
    this.place = place;
  }

  async turn(turn: Turn): Promise<void> {
    await this.club.renewRates();
    // A full disk is a matter of its own club, so that it need not be waited for.
    const disk = fillDisk(this.place, turn).then(() => turn.count(`without ${DISK}`));
    disk.catch(() => undefined);
    for (const [what, loss] of turn.random.shuffled(Object.entries(LOSSES))) await this.without(what, loss, turn);
    await disk;
  }

  private async without(what: string, loss: Loss, turn: Turn): Promise<void> {
    const { crowd, server, db } = this.club;
    const random = turn.random.apart(what);
    const enough = turn.short ? BEFORE.short : BEFORE.long;
    await crowd.signIn();
    let isOver = false;
    const load = crowd.load({ random, isOver: () => isOver, whenLost: 'go on' });
    await crowd.acknowledged(enough, load);
    const { unavailable } = crowd.calls;
    await loss.happen(this.club, random);
    const back = performance.now();
    await crowd.acknowledged(1, load);
    turn.time('first success after it is back', performance.now() - back);
    await crowd.acknowledged(enough, load);
    isOver = true;
    await load;
    assert.equal(server.child.exitCode, null, `the server ended without ${what}: ${server.errors()}`);
    const refused = crowd.calls.unavailable - unavailable;
    assert.ok(refused > 0 || !loss.refusesCalls, `no call was refused without ${what}`);
    await loss.after?.(this.club);
    turn.count('refused as unavailable', refused);
    turn.count('lost calls', crowd.calls.lost.length);
    await crowd.settle({ freeKeys: () => freeKeys(db), count: turn.count });
    await crowd.compare({ db, clock: systemClock });
    turn.count(`without ${what}`);
  }

  async plant(fault: string, turn: Turn): Promise<boolean> {
    const { crowd, db } = this.club;
    const refusal = { status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '2' } };
    if (fault === NO_TIME) return fails(async () => isUnavailable('getWallet', { ...refusal, headers: {} }));
    if (fault === FAILURE)
      return fails(async () => isUnavailable('getWallet', { ...refusal, status: 500, body: { code: 'internal' } }));
    if (crowd.everything.length === 0)
      await this.without(
        'nothing',
        { refusesCalls: false, happen: () => Promise.resolve() },
        { ...turn, count: () => undefined, time: () => undefined },
      );
    return fails(() =>
      crowd.compareWith({ db }, async ({ executed }) => {
        const [[draftId] = ['']] = executed;
        executed.delete(draftId);
      }),
    );
  }

  async keep(folder: string): Promise<void> {
    const { crowd, postgres } = this.club;
    const sent = [...crowd.everything, ...crowd.calls.sent];
    writeFileSync(join(folder, 'calls.json'), JSON.stringify(sent, null, 1));
    this.place.log(await postgres.keep(join(folder, 'postgres')));
  }

  async close(): Promise<void> {
    const { server } = this.club;
    server.child.kill('SIGTERM');
    await server.ended;
    await this.club.close();
  }
}
