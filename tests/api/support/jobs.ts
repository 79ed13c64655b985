// The jobs of a world whose mails, pushes and payouts go nowhere.
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { createJobs } from '#server/entry/jobs/jobs.ts';
import { createMailer } from '#server/platform/mail/transport.ts';
import { testConfig } from '#fixtures/club/config.ts';
import { noPost } from './push.ts';
import type { World } from './world.ts';

type FindDamage = Parameters<typeof createJobs>[1]['findDamage'];

/** @param findDamage what the check of all pages finds; nothing if not said */
export const jobsOf = ({ services }: World, findDamage: FindDamage = async () => []) =>
  createJobs(services, {
    mailer: createMailer(testConfig()),
    post: noPost,
    payments: createPaymentListener(services),
    payer: { pay: () => Promise.reject(new Error('nothing is paid here')) },
    findDamage,
    log: () => undefined,
  });
