import { DAY_SECONDS } from '#server/platform/system/clock.ts';
import { expireEmailChanges } from '#server/domain/open-acts/email-change-requests.ts';
import { mailAskedThawLinks } from '#server/domain/freezing/thaw-links.ts';
import { sumVolumes } from '#server/domain/bonuses/sums.ts';
import { createClockGuard } from '#server/domain/club/trusted-clock.ts';
import type { PaymentListener } from '#server/domain/chain/chain.ts';
import { renewDemoRates } from '#server/entry/demo/renew-rates.ts';
import { sendMails } from '#server/platform/mail/send-mails.ts';
import type { Mailer } from '#server/platform/mail/transport.ts';
import { createHttpFeed, takeFeed } from '#server/domain/rates/feed.ts';
import type { Services } from '#server/domain/services/services.ts';
import { accrueStakes, matureStakes } from '#server/domain/stakes/accrue.ts';
import { closeOldWithdrawals, payDueWithdrawals, type DevelopmentPayer } from '#server/domain/withdrawals/payouts.ts';
import type { Job } from '#server/platform/jobs/runner.ts';
import { sweepExpired, wipeMailSecrets, wipeSecretAnswers } from './sweep.ts';
import { watchBooks } from './watch-books.ts';

export interface JobParts {
  mailer: Mailer;
  /** Receives payments to our addresses. */
  payments: PaymentListener;
  /** Pays withdrawals on development chains. */
  payer: DevelopmentPayer;
  /** For what the operator should know although no job failed, such as an unreachable node. */
  log: (line: string) => void;
}

/** The jobs of the product, as data: what runs how often. */
export function createJobs(services: Services, { mailer, payments, payer, log }: JobParts): Job[] {
  const { db, clock, chain, config } = services;
  const feed = config.ratesFeedUrl === null ? null : createHttpFeed(config.ratesFeedUrl);
  const guard = createClockGuard(services, log);
  /** Irreversible work waits while the clock is in doubt; the next run catches up. */
  const timely = (run: () => Promise<void>) => async () => {
    if (await guard.isTrusted()) await run();
  };
  return [
    { name: 'watch-clock', everySeconds: 60, run: async () => void (await guard.isTrusted()) },
    ...(feed === null
      ? []
      : [{ name: 'take-rates', everySeconds: 60, run: async () => void (await takeFeed(services, feed)) }]),
    ...(config.demo ? [{ name: 'renew-demo-rates', everySeconds: 5 * 60, run: () => renewDemoRates(services) }] : []),
    { name: 'send-mails', everySeconds: 5, run: async () => void (await sendMails(db, { mailer, clock })) },
    { name: 'wipe-secret-answers', everySeconds: 60, run: () => wipeSecretAnswers(db, clock.now()) },
    { name: 'wipe-mail-secrets', everySeconds: 60, run: () => wipeMailSecrets(db, clock.now()) },
    { name: 'expire-email-changes', everySeconds: 60, run: () => expireEmailChanges(db, clock.now()) },
    { name: 'mail-thaw-links', everySeconds: 5, run: () => mailAskedThawLinks(services) },
    { name: 'check-books', everySeconds: 60, run: () => watchBooks(services, { full: false }) },
    { name: 'check-all-books', everySeconds: DAY_SECONDS, run: () => watchBooks(services, { full: true }) },
    { name: 'sum-volumes', everySeconds: 60 * 60, run: () => sumVolumes(db, clock.now()) },
    { name: 'sweep-expired', everySeconds: 60 * 60, run: timely(() => sweepExpired(db, clock.now())) },
    { name: 'pay-withdrawals', everySeconds: 10, run: timely(() => payDueWithdrawals(services, payer)) },
    { name: 'close-withdrawals', everySeconds: 60 * 60, run: timely(() => closeOldWithdrawals(services)) },
    { name: 'accrue-stakes', everySeconds: 60, run: timely(() => accrueStakes(services)) },
    { name: 'mature-stakes', everySeconds: 60, run: timely(() => matureStakes(services)) },
    ...chain.jobs(payments, log),
  ];
}
