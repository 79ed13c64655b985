// Where the product's jobs run: in one process of all, but for those that are each process's own, and in one that can.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { createChain } from '#server/domain/chain/create-chain.ts';
import { readChainSettings } from '#server/domain/chain/settings.ts';
import { ownRulesAt } from '#server/domain/rules/rules.ts';
import { createJobs } from '#server/entry/jobs/jobs.ts';
import { createOneRunner } from '#server/platform/jobs/one-runner.ts';
import type { Job } from '#server/platform/jobs/runner.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { createMailer } from '#server/platform/mail/transport.ts';
import { noPost } from '#tests/api/support/push.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { testConfig } from '#fixtures/club/config.ts';
import { addressOf } from '#fixtures/club/database.ts';

/** Each looks at its own clock; each mail and each message to a browser is taken by one of them. */
const IN_EVERY_PROCESS = ['note-newest-journal', 'watch-clock', 'send-mails', 'send-pushes'];

let world: World;
let databaseUrl: string | null;
beforeAll(async () => {
  world = await createWorld();
  databaseUrl = await addressOf(world.database);
});
afterAll(() => world.close());

/** The jobs of a process whose clock is so far ahead. */
function jobsOf(aheadSeconds = 0): { jobs: Job[]; lines: string[] } {
  const lines: string[] = [];
  const clock = { now: () => new Date(Date.now() + aheadSeconds * 1000) };
  const services = { ...world.services, clock, config: { ...world.services.config, databaseUrl } };
  const jobs = createJobs(services, {
    mailer: createMailer(testConfig()),
    post: noPost,
    payments: createPaymentListener(services),
    payer: { pay: () => Promise.reject(new Error('nothing is paid here')) },
    findDamage: (db) => world.database.findDamage(db),
    log: (line) => lines.push(line),
  });
  return { jobs, lines };
}

const oneRunner = () => createOneRunner({ pool: world.database.workPool, bus: world.services.bus });

/** A chain whose node never answers, as a process has it. */
function watchOf() {
  const settings = readChainSettings(
    {
      BTC_XPUB:
        'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
      BTC_RPC_URL: 'http://user:password@127.0.0.1:1',
    },
    { developmentAllowed: false },
  );
  const lines: string[] = [];
  const chain = createChain({
    settings,
    clock: world.clock,
    random: systemRandom,
    rulesAt: ownRulesAt,
    bus: world.services.bus,
    trustedNow: async () => world.clock.now(),
    developmentUrl: () => null,
  });
  const [job] = chain.jobs(createPaymentListener(world.services), (line) => lines.push(line));
  return { chain, job: job as Job, lines };
}

describe('the watch of a chain', () => {
  it('is shown by a process that does not watch as the one that does has found it, and told by that one alone', async () => {
    const [watching, following] = [watchOf(), watchOf()];
    expect(await watching.job.run(world.db)).toBe('not here');
    await following.job.follow?.(world.db);
    expect(following.chain.watches()).toEqual([{ network: 'bitcoin', state: 'unreachable', since: world.clock.now() }]);
    expect(following.chain.watches()).toEqual(watching.chain.watches());
    expect([watching.lines.length, following.lines.length]).toEqual([1, 0]);
    // It takes the job over, and reports nothing twice.
    await following.job.run(world.db);
    expect(following.lines).toEqual([]);
  });
});

describe('the product’s jobs', () => {
  it('run in one process, but for those that are each process’s own', () => {
    const { jobs } = jobsOf();
    expect(jobs.filter(({ runs }) => runs === 'in every process').map(({ name }) => name)).toEqual(IN_EVERY_PROCESS);
    expect(jobs.length).toBeGreaterThan(12);
  });

  it('run one after the other of two processes, each only once while it is not due again', async () => {
    const [one, other] = [jobsOf(), jobsOf()];
    const names = one.jobs.filter(({ runs }) => runs === 'in one process').map(({ name }) => name);
    for (const name of names) {
      const taken = [];
      for (const { jobs } of [one, other, one]) {
        const job = jobs.find((each) => each.name === name) as Job;
        // Due once an hour at most, however fast this test is.
        taken.push(await oneRunner().take({ ...job, everySeconds: 3_600 }));
      }
      expect([name, taken]).toEqual([name, [true, false, false]]);
    }
  });

  it('that go by the clock are left to a process whose clock is right', async () => {
    await world.db.deleteFrom('job_runs').execute();
    const [wrong, right] = [jobsOf(10 * 60), jobsOf()];
    const names = ['sweep-expired', 'pay-withdrawals', 'close-withdrawals', 'accrue-stakes', 'mature-stakes'];
    for (const name of names) {
      const [ofWrong, ofRight] = [wrong, right].map(({ jobs }) => jobs.find((each) => each.name === name) as Job);
      const take = (job: Job | undefined) => oneRunner().take({ ...(job as Job), everySeconds: 3_600 });
      expect([name, await take(ofWrong), await take(ofRight), await take(ofWrong)]).toEqual([name, true, true, false]);
    }
    expect(wrong.lines).toEqual([expect.stringContaining('rewards, payouts and clean-up wait: the clock says')]);
    expect(right.lines).toEqual([]);
  });
});
