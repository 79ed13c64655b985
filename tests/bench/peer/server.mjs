/**
 * What a plain ORM's transfer comes to with the guarantees of ours: one statement after the other by drizzle-orm, on
 * our tables with their checks and triggers, behind the same HTTP framework. Session by the hash of its token; a call
 * runs once per key, and its answer is kept; the member and both wallets are locked in one order; double entry; a
 * receipt, a mail and a notice each, and the audit. It has no second factor, no limits of calls, and checks less of a
 * body.
 *
 * Started by peer.ts: PEER is the folder that drizzle-orm is installed in. Prints the tokens of its members.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Fastify from 'fastify';
import pg from 'pg';

const { PEER, DATABASE_URL, PORT, MEMBERS } = process.env;
const installed = createRequire(join(PEER, 'package.json'));
const load = (name) => import(pathToFileURL(installed.resolve(name)).href);
const { and, asc, eq, gt, inArray, isNull, sql } = await load('drizzle-orm');
const { drizzle } = await load('drizzle-orm/node-postgres');
const { bigint, customType, integer, jsonb, numeric, pgTable, text, timestamp, uuid } =
  await load('drizzle-orm/pg-core');

const bytes = customType({ dataType: () => 'bytea' });
const at = (name) => timestamp(name, { withTimezone: true, mode: 'date' });
const members = pgTable('members', {
  id: uuid('id').primaryKey(),
  username: text('username').notNull(),
  usernameKey: text('username_key').notNull(),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  referralCode: text('referral_code').notNull(),
  culture: text('culture').notNull(),
  joinedAt: at('joined_at').notNull(),
  moneyHeldUntil: at('money_held_until'),
  frozenAt: at('frozen_at'),
});
const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id').notNull(),
  createdAt: at('created_at').notNull(),
  absoluteEnd: at('absolute_end').notNull(),
  lastUsedAt: at('last_used_at').notNull(),
  device: text('device').notNull(),
  endedAt: at('ended_at'),
});
const accessTokens = pgTable('access_tokens', {
  tokenHash: bytes('token_hash').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  issuedAt: at('issued_at').notNull(),
  expiresAt: at('expires_at').notNull(),
});
const requests = pgTable('requests', {
  scope: text('scope').notNull(),
  key: text('key').notNull(),
  operationId: text('operation_id').notNull(),
  requestHash: bytes('request_hash').notNull(),
  claim: uuid('claim').notNull(),
  claimedAt: at('claimed_at').notNull(),
  leasedUntil: at('leased_until').notNull(),
  doneAt: at('done_at'),
  status: integer('status'),
  answer: jsonb('answer'),
});
const drafts = pgTable('drafts', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id').notNull(),
  kind: text('kind').notNull(),
  state: text('state').notNull().default('open'),
  terms: jsonb('terms').notNull(),
  secondFactor: text('second_factor').notNull(),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  executedAt: at('executed_at'),
  receiptId: uuid('receipt_id'),
});
const accounts = pgTable('accounts', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity(),
  memberId: uuid('member_id'),
  kind: text('kind').notNull(),
  asset: text('asset').notNull(),
  balance: numeric('balance'),
});
const journals = pgTable('journals', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity(),
  at: at('at').notNull(),
  kind: text('kind').notNull(),
  key: text('key').notNull(),
  memberId: uuid('member_id'),
  ruleVersion: integer('rule_version'),
  receiptId: uuid('receipt_id'),
});
const postings = pgTable('postings', {
  journalId: bigint('journal_id', { mode: 'bigint' }).notNull(),
  accountId: bigint('account_id', { mode: 'bigint' }).notNull(),
  asset: text('asset').notNull(),
  amount: numeric('amount').notNull(),
  balanceAfter: numeric('balance_after'),
});
const receipts = pgTable('receipts', {
  id: uuid('id').primaryKey(),
  reference: text('reference').notNull(),
  memberId: uuid('member_id').notNull(),
  kind: text('kind').notNull(),
  at: at('at').notNull(),
  asset: text('asset').notNull(),
  amount: numeric('amount').notNull(),
  net: numeric('net').notNull(),
  counterpartyMemberId: uuid('counterparty_member_id'),
  note: text('note'),
  ruleVersion: integer('rule_version'),
  originId: uuid('origin_id'),
  updatedAt: at('updated_at').notNull(),
});
const audits = pgTable('audit_events', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity(),
  at: at('at').notNull(),
  memberId: uuid('member_id'),
  sessionId: uuid('session_id'),
  kind: text('kind').notNull(),
  requestId: text('request_id'),
  device: text('device'),
  details: jsonb('details').notNull(),
});
const mails = pgTable('mails', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id'),
  kind: text('kind').notNull(),
  recipientName: text('recipient_name').notNull(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  body: text('body').notNull(),
  culture: text('culture').notNull(),
  createdAt: at('created_at').notNull(),
  nextAttemptAt: at('next_attempt_at').notNull(),
});
const notices = pgTable('notices', {
  memberId: uuid('member_id').notNull(),
  kind: text('kind').notNull(),
  at: at('at').notNull(),
  event: text('event').notNull(),
  receiptId: uuid('receipt_id'),
  asset: text('asset'),
  amount: numeric('amount'),
});

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const db = drizzle(pool);
const later = (seconds) => new Date(Date.now() + seconds * 1000);
const hashOf = (what) => createHash('sha256').update(what).digest();
const reference = () => `T-${randomUUID().slice(0, 13)}`;

/** A refusal with its status. */
class Refused extends Error {
  constructor(status, code) {
    super(code);
    this.statusCode = status;
  }
}

async function sessionOf(request) {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const now = new Date();
  const [found] = await db
    .select({ id: sessions.id, memberId: sessions.memberId })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.sessionId))
    .where(
      and(
        eq(accessTokens.tokenHash, hashOf(token)),
        gt(accessTokens.expiresAt, now),
        gt(sessions.absoluteEnd, now),
        isNull(sessions.endedAt),
      ),
    );
  if (found === undefined) throw new Refused(401, 'session_ended');
  return found;
}

/** Runs the work of a call once per key, in one transaction with its answer. */
async function once(request, operationId, work) {
  const session = await sessionOf(request);
  const key = request.headers['idempotency-key'];
  const [scope, claim, now] = [session.memberId, randomUUID(), new Date()];
  const requestHash = hashOf(JSON.stringify([operationId, request.params, request.body]));
  const own = and(eq(requests.scope, scope), eq(requests.key, key));
  const claimed = await db
    .insert(requests)
    .values({ scope, key, operationId, requestHash, claim, claimedAt: now, leasedUntil: later(60) })
    .onConflictDoNothing()
    .returning({ claim: requests.claim });
  if (claimed.length === 0) {
    const [kept] = await db.select().from(requests).where(own);
    if (kept?.answer === null || kept === undefined || !requestHash.equals(kept.requestHash))
      throw new Refused(409, 'request_running');
    return kept.answer;
  }
  try {
    return await db.transaction(async (trx) => {
      const [member] = await trx.select().from(members).where(eq(members.id, scope)).for('no key update');
      const [open] = await trx.select({ endedAt: sessions.endedAt }).from(sessions).where(eq(sessions.id, session.id));
      if (open.endedAt !== null || member.frozenAt !== null) throw new Refused(401, 'session_ended');
      const answer = await work(trx, { member, session, request });
      await trx
        .update(requests)
        .set({ doneAt: new Date(), status: 200, answer })
        .where(and(own, eq(requests.claim, claim), isNull(requests.doneAt)));
      return answer;
    });
  } catch (error) {
    await db.delete(requests).where(and(own, eq(requests.claim, claim), isNull(requests.doneAt)));
    throw error;
  }
}

async function draft(trx, { member, request }) {
  const { recipient, asset, amount, note } = request.body;
  const [to] = await trx
    .select({ id: members.id, username: members.username, name: members.name })
    .from(members)
    .where(eq(members.usernameKey, recipient.toLowerCase()));
  if (to === undefined) throw new Refused(400, 'user_not_found');
  const [wallet] = await trx
    .select()
    .from(accounts)
    .where(walletOf([member.id], asset));
  if (Number(wallet?.balance ?? 0) < Number(amount)) throw new Refused(409, 'insufficient_balance');
  await trx
    .update(drafts)
    .set({ state: 'voided' })
    .where(and(eq(drafts.memberId, member.id), eq(drafts.kind, 'transfer'), eq(drafts.state, 'open')));
  const id = randomUUID();
  await trx.insert(drafts).values({
    id,
    memberId: member.id,
    kind: 'transfer',
    terms: { to: to.id, toUsername: to.username, asset, amount, note },
    secondFactor: 'none',
    createdAt: new Date(),
    expiresAt: later(600),
  });
  return { id, recipient: to.username, asset, amount, note };
}

function walletOf(ids, asset) {
  return and(inArray(accounts.memberId, ids), eq(accounts.kind, 'wallet'), eq(accounts.asset, asset));
}

async function confirm(trx, { member, session, request }) {
  const now = new Date();
  const [open] = await trx
    .select()
    .from(drafts)
    .where(and(eq(drafts.id, request.params.id), eq(drafts.memberId, member.id)))
    .for('update');
  if (open === undefined || open.state !== 'open' || open.expiresAt < now) throw new Refused(409, 'draft_expired');
  if (member.moneyHeldUntil !== null && member.moneyHeldUntil > now) throw new Refused(409, 'money_held');
  const { to, toUsername, asset, amount, note } = open.terms;
  const wallets = await trx
    .select()
    .from(accounts)
    .where(walletOf([member.id, to], asset))
    .orderBy(asc(accounts.id))
    .for('no key update');
  const [from, into] = [member.id, to].map((id) => wallets.find((wallet) => wallet.memberId === id));
  const [sentId, arrivedId] = [randomUUID(), randomUUID()];
  const base = { at: now, asset, note, ruleVersion: 1, updatedAt: now };
  const key = `draft:${open.id}`;
  const [journal] = await trx
    .insert(journals)
    .values({ at: now, kind: 'transfer', key, memberId: member.id, ruleVersion: 1, receiptId: sentId })
    .returning({ id: journals.id });
  const moved = [];
  for (const [wallet, change] of [
    [from, `-${amount}`],
    [into, amount],
  ]) {
    // The check of the table refuses a balance below zero.
    const [after] = await trx
      .update(accounts)
      .set({ balance: sql`${accounts.balance} + ${change}` })
      .where(eq(accounts.id, wallet.id))
      .returning({ balance: accounts.balance });
    moved.push({ journalId: journal.id, accountId: wallet.id, asset, amount: change, balanceAfter: after.balance });
  }
  await trx.insert(postings).values(moved);
  const [sent, arrived] = [
    { kind: 'transfer_out', id: sentId, memberId: member.id, amount: `-${amount}`, counterpartyMemberId: to },
    {
      kind: 'transfer_in',
      id: arrivedId,
      memberId: to,
      amount,
      counterpartyMemberId: member.id,
      originId: sentId,
    },
  ].map((row) => ({ ...base, ...row, net: row.amount, reference: reference() }));
  await trx.insert(receipts).values(sent);
  await trx.insert(receipts).values(arrived);
  await trx.insert(audits).values({
    at: now,
    memberId: member.id,
    sessionId: session.id,
    kind: 'transfer_sent',
    requestId: request.id,
    device: '',
    details: { receiptId: sentId, asset, amount },
  });
  const [recipient] = await trx.select().from(members).where(eq(members.id, to));
  for (const [whom, kind] of [
    [member, 'transferSent'],
    [recipient, 'transferReceived'],
  ])
    await trx.insert(mails).values({
      id: randomUUID(),
      memberId: whom.id,
      kind,
      recipientName: whom.username,
      recipient: whom.email,
      subject: `${amount} ${asset}`,
      body: `${member.username} sent ${amount} ${asset} to ${toUsername}.`,
      culture: whom.culture,
      createdAt: now,
      nextAttemptAt: now,
    });
  await trx.insert(notices).values({
    memberId: to,
    kind: 'transferReceived',
    at: now,
    event: arrivedId,
    receiptId: arrivedId,
    asset,
    amount,
  });
  await trx.update(drafts).set({ state: 'executed', executedAt: now, receiptId: sentId }).where(eq(drafts.id, open.id));
  return { id: open.id, state: 'executed', receiptId: sentId };
}

async function fill() {
  const tokens = [];
  const now = new Date();
  for (let place = 0; place < Number(MEMBERS); place += 1) {
    const [id, sessionId, token] = [randomUUID(), randomUUID(), randomUUID()];
    const username = `peer-${place}`;
    const email = `${username}@mail.example`;
    await db.insert(members).values({
      id,
      username,
      usernameKey: username,
      name: username,
      nameKey: username,
      email,
      emailKey: email,
      referralCode: username,
      culture: 'en-US',
      joinedAt: now,
    });
    await db
      .insert(sessions)
      .values({ id: sessionId, memberId: id, createdAt: now, absoluteEnd: later(3600), lastUsedAt: now, device: '' });
    await db
      .insert(accessTokens)
      .values({ tokenHash: hashOf(token), sessionId, issuedAt: now, expiresAt: later(3600) });
    await db.execute(sql`SELECT post_journal(${`opening:${id}`}, ${now.toISOString()}, 'opening', NULL, 1, NULL, '{}',
      ARRAY[NULL, ${id}]::uuid[], ARRAY['chain', 'wallet'], ARRAY['USDT', 'USDT'], ARRAY[-1000000, 1000000]::numeric[])`);
    tokens.push(token);
  }
  return tokens;
}

const body = {
  type: 'object',
  required: ['recipient', 'asset', 'amount', 'note'],
  properties: {
    recipient: { type: 'string', maxLength: 40 },
    asset: { enum: ['USDT'] },
    amount: { type: 'string', pattern: '^[0-9]{1,15}(\\.[0-9]{1,18})?$' },
    note: { type: 'string', maxLength: 200 },
  },
};
const app = Fastify();
app.post('/api/transfers', { schema: { body } }, (request) => once(request, 'createTransfer', draft));
app.post('/api/drafts/:id/confirm', (request) => once(request, 'confirmDraft', confirm));
const tokens = await fill();
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => void app.close().then(() => pool.end()));
console.log(JSON.stringify(tokens));
