import { DAY_SECONDS } from '#server/platform/system/clock.ts';
import { expireEmailChanges } from '#server/domain/open-acts/email-change-requests.ts';
import { mailAskedThawLinks } from '#server/domain/freezing/thaw-links.ts';
import { sumVolumes } from '#server/domain/bonuses/sums.ts';
import { createClockGuard } from '#server/domain/club/trusted-clock.ts';
import type { PaymentListener } from '#server/domain/chain/chain.ts';
import { unlessBooksStopped } from '#server/domain/ledger/books-open.ts';
import { renewDemoRates } from '#server/entry/demo/renew-rates.ts';
import { compareWithSeen } from '#server/domain/restores/newest-seen.ts';
import { sendMails } from '#server/platform/mail/send-mails.ts';
import { sendPushes } from '#server/domain/notices/send-pushes.ts';
import type { PostPush } from '#server/platform/push/services.ts';
import type { Mailer } from '#server/platform/mail/transport.ts';
import { createHttpFeed, logSkips, takeFeed } from '#server/domain/rates/feed.ts';
import type { Services } from '#server/domain/services/services.ts';
import { accrueStakes, matureStakes } from '#server/domain/stakes/accrue.ts';
import { closeOldWithdrawals, payDueWithdrawals, type DevelopmentPayer } from '#server/domain/withdrawals/payouts.ts';
import { CHECK_ALL_PAGES } from '#server/platform/db/damage.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import type { Job } from '#server/platform/jobs/runner.ts';
import { sweepCallCounts, sweepExpired, wipeMailSecrets, wipeSecretAnswers } from './sweep.ts';
import { watchBooks } from './watch-books.ts';
import { createNightlyBackup } from '#server/entry/backup/nightly.ts';
import { watchPages } from './watch-pages.ts';

export interface JobParts {
  mailer: Mailer;
  /** Posts messages to the push services of browsers. */
  post: PostPush;
  /** Receives payments to our addresses. */
  payments: PaymentListener;
  /** Pays withdrawals on development chains. */
  payer: DevelopmentPayer;
  /** Reads the whole database and says what is damaged. */
  findDamage: (db: Db, isStopping?: () => boolean) => Promise<string[]>;
  /** For what the operator should know although no job failed, such as an unreachable node. */
  log: (line: string) => void;
}

/** What runs in one process: most jobs, whose work is all there is to do at that moment. */
const ALONE = { runs: 'in one process' } as const;
/** What each process runs: looks at itself, or takes rows that no other process has taken. */
const EVERYWHERE = { runs: 'in every process' } as const;

/** All that jobs work with but the database: a run gets that from the runner, and uses nothing else. */
export type JobServices = Omit<Services, 'db'>;

/** The jobs of the product, as data: what runs how often, and where. */
export function createJobs(services: JobServices, { mailer, post, payments, payer, findDamage, log }: JobParts): Job[] {
  const { clock, chain, config } = services;
  const feed = config.ratesFeedUrl === null ? null : createHttpFeed(config.ratesFeedUrl);
  const backup = createNightlyBackup(services, log);
  const guard = createClockGuard(services, log);
  const skips = logSkips(log);
  const on = (db: Db) => ({ ...services, db });
  /** Irreversible work waits while the clock is in doubt, or is done by a process whose clock is right. */
  const timely = (run: (db: Db) => Promise<void>) => async (db: Db) =>
    (await guard.isTrusted(db)) ? run(db) : ('not here' as const);
  /**
   * Money that is stopped is said where it was stopped: a job that waits for it has not failed, and nobody is woken
   * for each of its runs.
   */
  const onceMoneyMoves = (run: (db: Db) => Promise<void>) => async (db: Db) => {
    await unlessBooksStopped(run(db));
  };
  const at = clock.now;
  return [
    // Each process keeps what it has seen in a folder of its own.
    ...(config.databaseUrl === null
      ? []
      : [
          {
            ...EVERYWHERE,
            name: 'note-newest-journal',
            everySeconds: 30,
            run: (db: Db) => compareWithSeen(on(db), log),
          },
        ]),
    // Each process has a clock.
    { ...EVERYWHERE, name: 'watch-clock', everySeconds: 60, run: async (db) => void (await guard.isTrusted(db)) },
    ...(feed === null
      ? []
      : [
          {
            ...ALONE,
            name: 'take-rates',
            everySeconds: 60,
            run: async (db: Db) => void (await takeFeed(on(db), feed, skips)),
          },
        ]),
    // It writes twice an hour. A machine that wakes from sleep has old rates until the next run.
    ...(config.demo
      ? [{ ...ALONE, name: 'renew-demo-rates', everySeconds: 30, run: (db: Db) => renewDemoRates(on(db)) }]
      : []),
    sending('send-mails', (db, isStopping) => sendMails(db, { mailer, clock, log }, isStopping)),
    ...(config.webPush ? [sending('send-pushes', (db, isStopping) => sendPushes(on(db), post, isStopping))] : []),
    { ...ALONE, name: 'wipe-secret-answers', everySeconds: 60, run: (db) => wipeSecretAnswers(db, at()) },
    { ...ALONE, name: 'wipe-mail-secrets', everySeconds: 60, run: (db) => wipeMailSecrets(db, at()) },
    { ...ALONE, name: 'expire-email-changes', everySeconds: 60, run: (db) => expireEmailChanges(db, at()) },
    { ...ALONE, name: 'mail-thaw-links', everySeconds: 5, run: (db) => mailAskedThawLinks(on(db)) },
    { ...ALONE, name: 'check-books', everySeconds: 60, run: (db) => watchBooks(on(db), { full: false }) },
    { ...ALONE, name: 'check-all-books', everySeconds: DAY_SECONDS, run: (db) => watchBooks(on(db), { full: true }) },
    {
      ...ALONE,
      name: CHECK_ALL_PAGES,
      everySeconds: DAY_SECONDS,
      run: (db, isStopping) => watchPages(() => findDamage(db, isStopping), isStopping),
    },
    { ...ALONE, name: 'sum-volumes', everySeconds: 60 * 60, run: (db) => sumVolumes(db, at()) },
    { ...ALONE, name: 'sweep-expired', everySeconds: 60 * 60, run: timely((db) => sweepExpired(db, at())) },
    { ...ALONE, name: 'sweep-call-counts', everySeconds: 60, run: sweepCallCounts },
    { ...ALONE, name: 'pay-withdrawals', everySeconds: 10, run: timely((db) => payDueWithdrawals(on(db), payer)) },
    { ...ALONE, name: 'close-withdrawals', everySeconds: 60 * 60, run: timely((db) => closeOldWithdrawals(on(db))) },
    { ...ALONE, name: 'accrue-stakes', everySeconds: 60, run: timely(onceMoneyMoves((db) => accrueStakes(on(db)))) },
    { ...ALONE, name: 'mature-stakes', everySeconds: 60, run: timely((db) => matureStakes(on(db))) },
    ...(backup === null ? [] : [backup]),
    ...chain.jobs(payments, log),
  ];
}

/**
 * Each mail or message is taken by one process, so more processes send more; one that stops takes no other. What a full
 * run leaves is sent at once.
 */
function sending(name: string, send: (...given: Parameters<Job['run']>) => Promise<{ more: boolean }>): Job {
  return {
    ...EVERYWHERE,
    name,
    everySeconds: 5,
    run: async (...given) => ((await send(...given)).more ? 'more' : undefined),
  };
}
