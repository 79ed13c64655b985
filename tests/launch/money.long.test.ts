import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

import type { Services } from '#server/domain/services/services.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { Caller } from '#tests/prove/callers/acts.ts';
import { Calls } from '#tests/prove/callers/calls.ts';
import { addPeople } from '#tests/prove/callers/club.ts';
import { outboxPage } from '#tests/prove/callers/mailboxes.ts';
import { freePort } from '#tests/provision/free-port.mjs';
import { onClub, perch, startOnce } from '#tests/support/perch.ts';
import { temporaryFolder } from './folders.ts';

/**
 * What fell due while no server ran, on the development chain. That nothing is lost or doubled of what members do while
 * a server is killed is shown by `npm run prove -- --only kills`.
 */

const DUE_LIMIT_MS = 90_000;
const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

/** The page of the newest mail to an address; empty if there is none. */
async function newestMail(origin: string, email: string): Promise<string> {
  const page = async (path: string) => (await fetch(`${origin}${path}`)).text();
  const row = new RegExp(`<td>${email}</td><td><a href="(/outbox/[0-9a-f-]+)">`).exec(await page('/outbox'));
  return row?.[1] === undefined ? '' : page(row[1]);
}

/** An operator approves the withdrawal, and its time comes. */
async function approvedAndDue(services: Services, receiptId: string): Promise<void> {
  const { db, clock } = services;
  const { reference } = await db
    .selectFrom('receipts')
    .select('reference')
    .where('id', '=', receiptId)
    .executeTakeFirstOrThrow();
  const line = { args: ['withdrawals', 'approve', reference], operator: 'launch' };
  expect(await outcomeOf(services, line)).toMatchObject({ code: 0 });
  await db.updateTable('withdrawals').set({ completes_at: clock.now() }).where('id', '=', receiptId).execute();
}

describe('a withdrawal that falls due while its server is dead', () => {
  it('is paid by the next one, once, and told by one mail', async () => {
    const DATA_DIR = temporaryFolder();
    const port = await freePort();
    const env = { DATA_DIR, PORT: String(port), RATE_LIMIT_SCALE: '10000', DEV_BLOCK_SECONDS: '1' };
    await startOnce({ DATA_DIR });
    const [member] = await onClub({ DATA_DIR }, (services) => addPeople(services, 1));
    if (member === undefined) throw new Error('nobody was added');
    const where = { origin: () => `http://localhost:${port}` };
    const calls = new Calls(where);
    const caller = new Caller(member, {
      call: (token) => calls.by(member, token),
      where,
      mailbox: outboxPage(where),
    });

    const first = await perch(env);
    await first.line('The development chain runs');
    await caller.signIn();
    const body = { asset: 'USDT', network: 'ethereum', address: ADDRESS, amount: '400' } as const;
    const confirmed = await caller.confirm(await caller.call('createWithdrawal', { body }));
    expect(confirmed?.status).toBe(200);
    const { receiptId } = confirmed?.body ?? {};
    first.child.kill('SIGKILL');
    await first.ended;
    await onClub({ DATA_DIR }, (services) => approvedAndDue(services, receiptId));

    const second = await perch(env);
    await second.line('Perch is ready');
    const receipt = async () => (await caller.call('getReceipt', { path: { id: receiptId } })).body;
    const begin = Date.now();
    while ((await receipt()).status !== 'completed' && Date.now() - begin < DUE_LIMIT_MS) await sleep(250);
    expect(await receipt()).toMatchObject({
      status: 'completed',
      withdrawal: { transactionId: expect.stringMatching(/^0x/) },
    });
    // Rendering the newest mail takes the job some seconds.
    while (
      !(await newestMail(where.origin(), member.email)).includes('The whole message') &&
      Date.now() - begin < DUE_LIMIT_MS
    )
      await sleep(250);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    await onClub({ DATA_DIR }, async ({ db }) => {
      const mails = await db
        .selectFrom('mails')
        .select(['kind', 'eml'])
        .where('recipient', '=', member.email)
        .execute();
      expect(mails.filter(({ kind }) => kind === 'withdrawalAccepted')).toHaveLength(1);
      const completed = mails.filter(({ kind }) => kind === 'withdrawalCompleted');
      expect(completed).toHaveLength(1);
      expect(completed[0]?.eml).toContain(member.email);
    });
  }, 300_000);
});
