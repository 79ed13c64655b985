// What each operator's command leaves in the audit: who did it, and what. Kinds are shared by commands, so each command
// is run by itself; a new one without a line fails.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CULTURES } from '#openapi/cultures.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { commands } from '#server/entry/operator/commands.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { ethereumAddress, FINGERPRINT, payment } from '#fixtures/club/chain.ts';
import { rich, setRates, type Rich } from '../support/money.ts';
import { ofEarlierKey } from '../support/retired.ts';
import { accepted, approve, HOURS_240 } from '../support/withdrawals.ts';
import { createWorld, type World } from '../support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'perch-recorded-'));
let world: World;
beforeAll(async () => void (world = await createWorld()));
beforeEach(() => setRates(world));
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return name;
};
const operator = async (...args: string[]) => {
  const { code, text } = await outcomeOf(world.services, { args, operator: 'olga', folder });
  expect(code, text).toBe(0);
  return text;
};

const member = async (...rest: string[]) => [(await world.member()).username, ...rest];

async function withdrawal(isApproved: boolean, ...rest: string[]): Promise<string[]> {
  const { who, id } = await accepted(world);
  if (isApproved) await approve(world, id);
  return [(await who.call('getReceipt', { path: { id } })).body.reference, ...rest];
}

async function deposit(): Promise<{ who: Rich; reference: string; address: string }> {
  const who = await rich(world, {});
  const { body } = await who.call('createDeposit', { body: { asset: 'USDT', network: 'ethereum', amount: '500' } });
  return { who, reference: body.reference, address: body.address };
}

async function held(...rest: string[]): Promise<string[]> {
  const { reference, address } = await deposit();
  const paid = await payment(world, createPaymentListener(world.services), { address, asset: 'USDT', amount: '1' });
  await paid.seen();
  await paid.final();
  return [reference, ...rest];
}

async function inquiry(...rest: string[]): Promise<string[]> {
  const who = await rich(world, {});
  return [(await who.call('createInquiry', { body: { category: 'other', text: 'Why?' } })).body.ticket, ...rest];
}

const NEWS = CULTURES.map((culture) => `=== ${culture} ===\n# Open house\nCome.`).join('\n');

async function news(isPublished: boolean): Promise<string[]> {
  const [, id = ''] = /notice (\d+) is added/.exec(await operator('news', 'add', file('news.md', NEWS))) ?? [];
  if (isPublished) await operator('news', 'publish', id);
  return [id];
}

const [RETURNED, PAID] = [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`];
const RULES = ['stakeDays=360', '--from', '2027-06-01T00:00:00Z'];

/** The rest of a command line, and the entries that it leaves with what they say besides the operator's name. */
type Recorded = readonly [words: () => Promise<string[]> | string[], kinds: readonly string[], says?: object];

const RUN: Readonly<Record<string, Recorded>> = {
  'rates set': [() => ['BTC', '65001'], ['rate_set'], { asset: 'BTC', usd: '65001', before: '65000' }],
  'rates currency': [() => ['JPY', '151', '--yes'], ['rate_set'], { currency: 'JPY', perUsd: '151' }],
  'rules set': [() => RULES, ['rules_set']],
  'rules withdraw': [
    async () => [/version (\d+)/.exec(await operator('rules', 'set', 'stakeDays=361', ...RULES.slice(1)))?.[1] ?? ''],
    ['rules_withdrawn'],
  ],
  'maintenance on': [() => [], ['maintenance_set']],
  'maintenance off': [() => [], ['maintenance_set']],
  'contents set': [
    () => ['risk', '--culture', 'en-US', file('risk.md', '# Risk\n\nMoney may be lost.')],
    ['content_set'],
  ],
  'news add': [() => [file('news.md', NEWS)], ['news_added']],
  'news publish': [() => news(false), ['news_published']],
  'news retract': [() => news(true), ['news_retracted']],
  'books check': [() => [], ['books_checked']],
  'members show': [member, ['member_read']],
  'members freeze': [() => member('--reason', 'asked for'), ['account_frozen']],
  'members thaw': [
    async () => {
      const words = await member('--reason', 'asked for');
      await operator('members', 'freeze', ...words);
      return words;
    },
    ['account_thawed'],
  ],
  'members end-sessions': [() => member('--reason', 'asked for'), ['sessions_ended_by_support']],
  'members unbind': [
    async () => [(await world.member({ secondFactor: true })).username, '--proof', 'a passport'],
    ['factor_removal_asked'],
  ],
  'member statement': [member, ['statement_read']],
  export: [() => ['transfer'], ['history_exported'], { kind: 'transfer' }],
  'inquiries show': [inquiry, ['inquiry_read']],
  'inquiries answer': [() => inquiry(file('answer.txt', 'Because.')), ['inquiry_answered']],
  'inquiries close': [() => inquiry('--yes'), ['inquiry_closed']],
  'deposits approve': [held, ['deposit_credited']],
  'deposits return': [() => held('--tx', RETURNED, '--reason', 'asked for', '--yes'), ['deposit_returned']],
  'deposits retire': [
    async () => [await ofEarlierKey(world, (await deposit()).address), '--reason', 'it has leaked', '--yes'],
    ['deposit_key_retired'],
  ],
  'restored address': [
    async () => {
      const address = ethereumAddress();
      const row = { network: 'ethereum', address, lookup: address.toLowerCase() } as const;
      await world.db
        .insertInto('chain_keys')
        .values({ fingerprint: FINGERPRINT })
        .onConflict((on) => on.doNothing())
        .execute();
      await world.db
        .insertInto('lost_addresses')
        .values({ ...row, fingerprint: FINGERPRINT, key_index: 9_000, restored_at: world.clock.now() })
        .execute();
      return [address, ...(await member('--proof', 'a mail from that day'))];
    },
    ['lost_address_given'],
    { proof: 'a mail from that day' },
  ],
  'withdrawals approve': [() => withdrawal(false), ['withdrawal_approved']],
  'withdrawals refuse': [() => withdrawal(true, '--reason', 'notRequested', '--yes'), ['withdrawal_refused']],
  'withdrawals complete': [
    async () => {
      const words = await withdrawal(true, '--tx', PAID, '--yes');
      world.clock.advance(HOURS_240);
      await setRates(world);
      return words;
    },
    ['withdrawal_completed'],
  ],
};

/** Those that need more than one club and one command: the kind, and the test that expects it. */
const ELSEWHERE: Readonly<Record<string, readonly [kind: string, test: string]>> = {
  'members root': ['first_member_corrected', 'api/operator/members'],
  'members address': ['address_change_asked', 'api/operator/new-address'],
  'months close': ['month_released', 'races/month-races'],
  'months show': ['month_read', 'api/organization/months'],
  'clock accept': ['clock_accepted', 'api/jobs/clock'],
  'books correct': ['books_corrected', 'api/operator/books'],
  'books reopen': ['books_reopened', 'api/operator/books'],
  'secret rotate': ['secret_rotated', 'api/db/secret-rotation'],
  backup: ['backup_made', 'embedded/backup/backup'],
  'restored begin': ['club_restored', 'embedded/backup/restore'],
  'restored unpaid': ['withdrawal_found_unpaid', 'api/restores/restored'],
  'restored payout': ['lost_payout_recorded', 'api/restores/restored'],
  'restored accept': ['restore_accepted', 'api/restores/restored'],
};

/** They change nothing that an entry would be of, or make a club that has none yet. */
const READS = [
  ...['status', 'rates list', 'rules show', 'stakes list', 'months list', 'deposits list', 'deposits keys'],
  ...['withdrawals list', 'inquiries list', 'news list', 'contents show', 'clock show', 'restored show'],
  ...['restore', 'database prepare'],
];

/** Its effect is tested on the development chain alone, and audit-kinds.test.ts says that its entry is not. */
const UNEXPECTED = ['pay'];

describe('each operator’s command', () => {
  it('has a line here', () => {
    const lines = [...Object.keys(RUN), ...Object.keys(ELSEWHERE), ...READS, ...UNEXPECTED];
    expect(lines.toSorted()).toEqual(Object.keys(commands).toSorted());
  });

  it.each(Object.entries(RUN))('%s leaves its entry by name', async (name, [prepare, kinds, says = {}]) => {
    const words = await prepare();
    const entries = () => world.db.selectFrom('audit_events').select(['id', 'kind', 'details']).orderBy('id').execute();
    const before = new Set((await entries()).map(({ id }) => id));
    await operator(...name.split(' '), ...words);
    const left = (await entries()).filter(({ id }) => !before.has(id));
    expect(left.map(({ kind }) => kind)).toEqual(kinds);
    for (const entry of left) expect(entry).toMatchObject({ details: { operator: 'olga', ...says } });
  });

  it.each(Object.entries(ELSEWHERE))('%s is expected where it is run', (_, [kind, test]) => {
    expect(readFileSync(`tests/${test}.test.ts`, 'utf8')).toContain(`'${kind}'`);
  });

  it.each(READS.filter((name) => !['restore', 'database prepare', 'contents show'].includes(name)))(
    '%s leaves none',
    async (name) => {
      const count = async () => (await world.db.selectFrom('audit_events').select('id').execute()).length;
      const before = await count();
      await operator(...name.split(' '));
      expect(await count()).toBe(before);
    },
  );
});
