// Random commands against small models of the ledger, of deposits with reorganizations, and of months.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { freshDatabase, type FreshDatabase } from '#fixtures/club/database.ts';
import { fails, type Experiment, type Session, type Turn } from '../experiment.ts';
import { checkDeposits, DEPOSIT_FAULTS } from './deposits.ts';
import { checkLedger, LEDGER_FAULTS } from './ledger.ts';
import { checkMonths, MONTH_FAULTS } from './months.ts';
import type { Checked } from './run-model.ts';

interface Model {
  readonly check: (world: World, given: Checked) => Promise<void>;
  /** How many sequences a turn has, and how long they are. */
  readonly short: number;
  readonly long: number;
  readonly longest: number;
  /** What has to happen in every turn. */
  readonly figures: readonly string[];
  readonly faults: readonly string[];
}

const MODELS: Readonly<Record<string, Model>> = {
  ledger: {
    check: checkLedger,
    ...{ short: 12, long: 120, longest: 60 },
    figures: ['commands'],
    faults: LEDGER_FAULTS,
  },
  deposits: {
    check: checkDeposits,
    ...{ short: 10, long: 100, longest: 60 },
    figures: ['commands', 'payments credited', 'payments dropped'],
    faults: DEPOSIT_FAULTS,
  },
  months: {
    check: (_world, given) => checkMonths(given),
    ...{ short: 5, long: 50, longest: 60 },
    figures: ['commands', 'months closed', 'bonuses paid'],
    faults: MONTH_FAULTS,
  },
};
/** A few sequences may lack one of the figures: then there are more, up to this many times. */
const MOST_TIMES = 20;
/** A planted fault has to be found within this many sequences. */
const PLANTED_RUNS = 100;

export const models: Experiment = {
  figures: Object.entries(MODELS).flatMap(([name, { figures }]) => figures.map((figure) => `${figure} (${name})`)),
  faults: Object.values(MODELS).flatMap(({ faults }) => faults),
  open: async () => {
    const database = await freshDatabase();
    return new ModelsSession(await createWorld({ database }), database);
  },
};

class ModelsSession implements Session {
  private readonly world: World;
  private readonly database: FreshDatabase;

  constructor(world: World, database: FreshDatabase) {
    this.world = world;
    this.database = database;
  }

  async turn({ seed, short, count }: Turn): Promise<void> {
    for (const [name, model] of Object.entries(MODELS)) {
      const counted = new Set<string>();
      const lacking = () => model.figures.some((figure) => !counted.has(figure));
      for (let time = 0; time < MOST_TIMES && lacking(); time += 1)
        await model.check(this.world, {
          ...{ seed: seed + time, runs: short ? model.short : model.long, longest: model.longest },
          count: (figure, by = 1) => {
            // Months that pay nobody are closed, too.
            if (by > 0) counted.add(figure);
            count(`${figure} (${name})`, by);
          },
        });
    }
  }

  async plant(fault: string, { seed }: Turn): Promise<boolean> {
    const model = Object.values(MODELS).find(({ faults }) => faults.includes(fault));
    if (model === undefined) throw new Error(`no model has the fault ${fault}`);
    // What fails here leaves its accounts to the others, so it gets a world of its own.
    const world = await createWorld();
    try {
      return await fails(() => model.check(world, { seed, runs: PLANTED_RUNS, longest: model.longest, fault }));
    } finally {
      await world.close();
    }
  }

  async keep(folder: string): Promise<void> {
    writeFileSync(join(folder, 'database'), `${this.database.leave()}\n`);
  }

  close(): Promise<void> {
    return this.world.close();
  }
}
