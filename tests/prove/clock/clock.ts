// A clock that jumps, forward and back: nothing is paid, removed or ended for time that has not passed (decision 0029).
import { fails, type Experiment, type Place, type Session, type Turn } from '../experiment.ts';
import { startWithWrongClocks } from './processes.ts';
import { ClockWalk } from './walk.ts';

const STEPS = { short: 24, long: 150 };
const FAULT = 'a clock that jumped is trusted';

export const clock: Experiment = {
  figures: [
    ...['ahead', 'behind', 'in 1970', 'stops', 'drifts', 'restarts'].map((what) => `clocks: ${what}`),
    ...['runs of all jobs', 'acts of operators that waited', 'days accrued', 'payouts', 'starts with a wrong clock'],
  ],
  faults: [FAULT],
  open: async (place) => new ClockSession(place),
};

class ClockSession implements Session {
  private readonly place: Place;

  constructor(place: Place) {
    this.place = place;
  }

  async turn(turn: Turn): Promise<void> {
    const processes = startWithWrongClocks(this.place, turn);
    processes.catch(() => undefined);
    await this.walk(turn, () => undefined);
    await processes;
  }

  private async walk(turn: Turn, plant: (walk: ClockWalk) => void): Promise<void> {
    const walk = await ClockWalk.open(turn.count);
    try {
      plant(walk);
      await walk.steps(turn.short ? STEPS.short : STEPS.long, turn.random);
      await walk.end();
    } finally {
      await walk.close();
    }
  }

  plant(_fault: string, turn: Turn): Promise<boolean> {
    const silent = { ...turn, count: () => undefined };
    return fails(() => this.walk(silent, (walk) => walk.trustEverything()));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
