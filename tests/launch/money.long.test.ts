import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

import { openingGrant } from '#server/domain/ledger/moves.ts';
import type { Services } from '#server/domain/services/services.ts';
import { openForCommand } from '#server/entry/opening/open.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { addMember, PASSWORD, type TestMember } from '#tests/support/members.ts';
import { perch, startOnce } from './perch.ts';
import { temporaryFolder } from './processes.ts';

/**
 * The real server, killed while members move money: what it had acknowledged is there, nothing is there twice, and
 * calls whose answer was lost come to one effect when they are repeated under their keys.
 */

const MEMBERS = 8;
const KILL_AFTER_ACKNOWLEDGED = 40;
const DUE_LIMIT_MS = 90_000;
const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const DRAINED = ['transfer', 'withdrawal'] as const;

interface Call {
  path: string;
  body: unknown;
  key: string;
  token: string;
}

interface Answer {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test states what it expects of the body right after
  body: any;
  replayed: boolean;
}

/** A confirmation that was sent, and what came back; null if the server died before. */
type Confirmation = Call & { draftId: string; answer: Answer | null };

async function send(port: number, { path, body, key, token }: Call): Promise<Answer> {
  const response = await fetch(`http://localhost:${port}/api${path}`, {
    method: 'POST',
    headers: {
      'idempotency-key': key,
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: await response.json(),
    replayed: response.headers.get('idempotency-replayed') === 'true',
  };
}

async function done(port: number, call: Omit<Call, 'key'>): Promise<Answer['body']> {
  const { status, body } = await send(port, { ...call, key: randomUUID() });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Does something with the database while no server runs on it. */
async function onDatabase<T>(folder: string, act: (services: Services) => Promise<T>): Promise<T> {
  const { services, close } = await openForCommand(readSettings({ DATA_DIR: folder }, process.cwd()));
  try {
    return await act(services);
  } finally {
    await close();
  }
}

async function membersWithMoney(services: Services): Promise<TestMember[]> {
  const members: TestMember[] = [];
  for (let count = 0; count < MEMBERS; count += 1) members.push(await addMember(services));
  const at = services.clock.now();
  await inTransaction(services.db, async (trx) => {
    for (const { id } of members)
      await openingGrant(trx, systemRandom, {
        key: `launch:${id}`,
        at,
        memberId: id,
        ruleVersion: 1,
        asset: 'USDT',
        amount: '10000',
        status: 'completed',
      });
  });
  return members;
}

/** The outbox's page of the newest mail to an address. */
async function newestMail(port: number, email: string): Promise<string> {
  const page = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).text();
  const row = new RegExp(`<td>${email}</td><td><a href="(/outbox/[0-9a-f-]+)">`).exec(await page('/outbox'));
  return row?.[1] === undefined ? '' : page(row[1]);
}

async function codeTo(port: number, email: string): Promise<string> {
  const code = /^\d{6}$/m.exec(await newestMail(port, email))?.[0];
  if (code === undefined) throw new Error(`no code went to ${email}`);
  return code;
}

/**
 * A member's load: exchanges without an end, and amidst of them a transfer or a withdrawal whose code was fetched
 * before.
 */
async function load(
  port: number,
  options: { token: string; drained: Omit<Confirmation, 'answer'>; at: number; sent: Confirmation[] },
): Promise<void> {
  const { token, drained, at, sent } = options;
  const confirm = async (confirmation: Omit<Confirmation, 'answer'>) => {
    const kept: Confirmation = { ...confirmation, answer: null };
    sent.push(kept);
    kept.answer = await send(port, kept);
    expect(kept.answer.status, JSON.stringify(kept.answer.body)).toBe(200);
  };
  for (let turn = 0; ; turn += 1) {
    if (turn === at) await confirm(drained);
    const { id } = await done(port, { path: '/exchanges', body: { from: 'USDT', to: 'BTC', amount: '10' }, token });
    await confirm({ path: `/drafts/${id}/confirm`, body: { code: null }, key: randomUUID(), token, draftId: id });
  }
}

/** Sends a call again, twice at once, until it is answered. */
async function again(port: number, call: Call): Promise<Answer[]> {
  return Promise.all(
    [1, 2].map(async () => {
      for (;;) {
        const answer = await send(port, call);
        if (answer.body.code !== 'request_running') return answer;
        await sleep(50);
      }
    }),
  );
}

/** A signed-in member's transfer or withdrawal, ready to be confirmed. */
async function readyToDrain(
  port: number,
  member: TestMember,
  options: { kind: (typeof DRAINED)[number]; recipient: string },
) {
  const { accessToken: token } = await done(port, {
    path: '/token',
    body: { username: member.username, password: PASSWORD },
    token: '',
  });
  const wanted =
    options.kind === 'transfer'
      ? { path: '/transfers', body: { recipient: options.recipient, asset: 'USDT', amount: '25', note: 'under load' } }
      : { path: '/withdrawals', body: { asset: 'USDT', network: 'ethereum', address: ADDRESS, amount: '400' } };
  const { id } = await done(port, { ...wanted, token });
  await done(port, { path: `/drafts/${id}/code`, body: undefined, token });
  const drained = {
    path: `/drafts/${id}/confirm`,
    body: { code: await codeTo(port, member.email) },
    key: randomUUID(),
    token,
    draftId: id,
  };
  return { token, drained };
}

describe('money in a server that is killed', () => {
  it('is neither lost nor doubled; repeated calls come to one effect, and what fell due meanwhile is paid', async () => {
    const DATA_DIR = temporaryFolder();
    const env = { DATA_DIR, RATE_LIMIT_SCALE: '10000', DEV_BLOCK_SECONDS: '1' };
    await startOnce({ DATA_DIR });
    const members = await onDatabase(DATA_DIR, membersWithMoney);

    const first = await perch(env);
    await first.line('The development chain runs');
    const ready: Awaited<ReturnType<typeof readyToDrain>>[] = [];
    for (const [index, member] of members.entries()) {
      ready.push(
        await readyToDrain(first.port, member, {
          kind: DRAINED[index % 2] ?? 'transfer',
          recipient: members[(index + 2) % MEMBERS]?.username ?? '',
        }),
      );
    }
    const sent: Confirmation[] = [];
    const loads = ready.map((each, index) => load(first.port, { ...each, at: index % 6, sent }));
    const ends = Promise.allSettled(loads);
    while (sent.filter(({ answer }) => answer !== null).length < KILL_AFTER_ACKNOWLEDGED) {
      await Promise.race([sleep(5), ...loads]);
    }
    first.child.kill('SIGKILL');
    await first.ended;
    await ends;
    const acknowledged = sent.filter(({ answer }) => answer !== null);
    const lost = sent.filter(({ answer }) => answer === null);
    expect(lost.length).toBeGreaterThan(0);

    const second = await perch(env);
    await second.line('Perch is ready');
    for (const { answer, ...call } of acknowledged) {
      for (const repeated of await again(second.port, call)) {
        expect(repeated).toMatchObject({
          status: 200,
          replayed: true,
          body: { id: call.draftId, state: 'executed', receiptId: answer?.body.receiptId },
        });
      }
    }
    const settled = new Map(acknowledged.map(({ draftId, answer }) => [draftId, answer?.body.receiptId as string]));
    for (const call of lost) {
      const answers = await again(second.port, call);
      // A quote lasts half a minute: where the restart took longer, it ran out and nothing has moved.
      expect(answers.map(({ status, body }) => (status === 200 ? body.state : body.code))).toEqual(
        Array(2).fill(answers[0]?.status === 200 ? 'executed' : 'draft_expired'),
      );
      expect(answers[1]?.body.receiptId).toBe(answers[0]?.body.receiptId);
      if (answers[0]?.status === 200) settled.set(call.draftId, answers[0].body.receiptId);
    }
    second.child.kill('SIGKILL');
    await second.ended;

    const due = await onDatabase(DATA_DIR, async (services) => {
      const journals = await services.db
        .selectFrom('journals')
        .select(['key', 'receipt_id'])
        .where('key', 'like', 'draft:%')
        .execute();
      expect(
        new Map(journals.map(({ key, receipt_id: receiptId }) => [key.slice('draft:'.length), receiptId])),
      ).toEqual(settled);
      expect(journals).toHaveLength(settled.size);
      const executed = await services.db
        .selectFrom('drafts')
        .select(['id', 'receipt_id'])
        .where('state', '=', 'executed')
        .execute();
      expect(new Map(executed.map(({ id, receipt_id: receiptId }) => [id, receiptId]))).toEqual(settled);
      expect(await outcomeOf(services, { args: ['books', 'check'], operator: 'launch' })).toEqual({
        code: 0,
        text: 'the books agree',
      });
      const {
        id,
        reference,
        member_id: memberId,
      } = await services.db
        .selectFrom('receipts')
        .select(['id', 'reference', 'member_id'])
        .where('kind', '=', 'withdrawal')
        .orderBy('at')
        .limit(1)
        .executeTakeFirstOrThrow();
      expect(
        (await outcomeOf(services, { args: ['withdrawals', 'approve', reference], operator: 'launch' })).code,
      ).toBe(0);
      await services.db
        .updateTable('withdrawals')
        .set({ completes_at: services.clock.now() })
        .where('id', '=', id)
        .execute();
      return {
        id,
        email: members.find((member) => member.id === memberId)?.email ?? '',
        token: ready[members.findIndex((member) => member.id === memberId)]?.token ?? '',
      };
    });

    const third = await perch(env);
    await third.line('Perch is ready');
    const receipt = async () =>
      (
        await fetch(`http://localhost:${third.port}/api/receipts/${due.id}`, {
          headers: { authorization: `Bearer ${due.token}` },
        })
      ).json();
    const begin = Date.now();
    while ((await receipt()).status !== 'completed' && Date.now() - begin < DUE_LIMIT_MS) await sleep(250);
    expect(await receipt()).toMatchObject({
      status: 'completed',
      withdrawal: { transactionId: expect.stringMatching(/^0x/) },
    });
    while (
      !(await newestMail(third.port, due.email)).includes('The whole message') &&
      Date.now() - begin < DUE_LIMIT_MS
    )
      await sleep(250);
    third.child.kill('SIGTERM');
    expect(await third.ended).toBe(0);
    await onDatabase(DATA_DIR, async ({ db }) => {
      const mails = await db.selectFrom('mails').select(['kind', 'eml']).where('recipient', '=', due.email).execute();
      expect(mails.filter(({ kind }) => kind === 'withdrawalAccepted')).toHaveLength(1);
      const completed = mails.filter(({ kind }) => kind === 'withdrawalCompleted');
      expect(completed).toHaveLength(1);
      expect(completed[0]?.eml).toContain(due.email);
    });
  }, 300_000);
});
