// The operator's lists: of everything that can be listed, which states are on the list and which are not. A case
// that waits for the operator and is not listed waits forever.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CULTURES } from '#openapi/cultures.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { InquiriesTable } from '#server/platform/db/house-tables.ts';
import { commands } from '#server/entry/operator/commands.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { bought, chosen, daysPass } from '../support/stakes.ts';
import { createWorld, type World } from '../support/world.ts';

type OfRecords = Readonly<Record<components['schemas']['RecordStatus'], boolean>>;
type OfInquiries = Readonly<Record<InquiriesTable['status'], boolean>>;

/** Who waits for the operator, or for the network with the operator looking on. */
const DEPOSITS: OfRecords = {
  awaitingPayment: false,
  inProcess: true,
  approved: false,
  notApproved: true,
  completed: false,
  cancel: false,
  done: false,
  returned: false,
};
const WITHDRAWALS: OfRecords = { ...DEPOSITS, approved: true, notApproved: false };
const WAITING: OfInquiries = { open: true, answered: false, closed: false };
const ALL: OfInquiries = { open: true, answered: true, closed: true };

/** Lists of what has no states. */
const WHOLE: Readonly<Record<string, string>> = {
  'rates list': 'tests/api/operator/commands.test.ts',
};

let world: World;
let who: Rich;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
  who = await rich(world);
});
afterAll(() => world.close());

const run = async (...args: string[]) => (await outcomeOf(world.services, { args, operator: 'olga' })).text;

/** Puts a row into a state that a test would take days to reach. */
const put = (table: string, column: string, value: string, id: string) =>
  sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${value} WHERE id = ${id}`.execute(world.db);

const referenceOf = async (id: string) => (await who.call('getReceipt', { path: { id } })).body.reference as string;

interface Listed {
  id: string;
  reference: string;
}

async function anotherDeposit(): Promise<Listed> {
  const { body } = await who.call('createDeposit', { body: { asset: 'USDT', network: 'ethereum', amount: '500' } });
  return { id: body.receiptId, reference: await referenceOf(body.receiptId) };
}

async function anotherWithdrawal(): Promise<Listed> {
  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  const wanted = { asset: 'USDT', network: 'ethereum', address, amount: '400' } as const;
  const draft = await who.call('createWithdrawal', { body: wanted });
  const id: string = (await who.confirm(draft.body.id)).body.receiptId;
  return { id, reference: await referenceOf(id) };
}

describe.each([
  ['deposits', DEPOSITS],
  ['withdrawals', WITHDRAWALS],
] as const)('%s', (kind, listed) => {
  let id: string;
  let reference: string;
  beforeAll(async () => {
    ({ id, reference } = kind === 'deposits' ? await anotherDeposit() : await anotherWithdrawal());
  });

  it.each(Object.entries(listed))('that are %s: listed %s', async (status, isListed) => {
    await put('receipts', 'status', status, id);
    const text = await run(kind, 'list');
    expect(text.includes(`${reference}  ${status}`), `${kind} list says of ${status}: ${text}`).toBe(isListed);
  });
});

/** Who has waited longest is first: at the end of a long list nobody looks. */
describe('the order', () => {
  it.each([
    ['deposits', anotherDeposit],
    ['withdrawals', anotherWithdrawal],
  ])('of %s is that of their age, the oldest first', async (kind, another) => {
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { id, reference } = await another();
      await put('receipts', 'status', 'inProcess', id);
      made.push(reference);
      world.clock.advance(60);
    }
    const text = await run(kind, 'list');
    expect(made.toSorted((one, other) => text.indexOf(one) - text.indexOf(other))).toEqual(made);
  });
});

describe.each([
  ['without --all', [], WAITING],
  ['with --all', ['--all'], ALL],
] as const)('inquiries %s', (_, flags, listed) => {
  it.each(Object.entries(listed))('that are %s: listed %s', async (status, isListed) => {
    const row = await world.db.selectFrom('inquiries').select(['id', 'ticket']).executeTakeFirst();
    if (row === undefined) {
      await who.call('createInquiry', { body: { category: 'other', text: 'Which papers do you need of me?' } });
    }
    const { id, ticket } = await world.db.selectFrom('inquiries').select(['id', 'ticket']).executeTakeFirstOrThrow();
    await put('inquiries', 'status', status, String(id));
    const text = await run('inquiries', 'list', ...flags);
    expect(text.includes(`${ticket}  ${status}`), `inquiries list says of ${status}: ${text}`).toBe(isListed);
  });
});

describe('news', () => {
  const at = new Date('2026-11-20T04:00:00Z');
  it.each([
    ['draft', null, null],
    ['published', at, null],
    ['retracted', at, at],
  ])('that are %s: listed', async (state, published, retracted) => {
    const texts = JSON.stringify(
      Object.fromEntries(CULTURES.map((culture) => [culture, { title: `Of ${state}`, body: 'Text.' }])),
    );
    const row = { texts, added_at: at, published_at: published, retracted_at: retracted };
    await world.db.insertInto('news').values(row).execute();
    expect(await run('news', 'list')).toMatch(new RegExp(`Of ${state}$`, 'm'));
  });
});

/** Last, since they take the clock with them. */
describe('stakes', () => {
  const STATES = ['running', 'matured', 'restaked', 'withdrawn'] as const;
  const references: Partial<Record<(typeof STATES)[number], string>> = {};
  beforeAll(async () => {
    const buys = async (owner: Rich) => {
      const stake = await bought(owner);
      const { body } = await owner.call('getReceipt', { path: { id: stake.receiptId } });
      return { id: stake.id as string, reference: body.reference as string };
    };
    const owners = [await rich(world), await rich(world)] as const;
    const matured = await buys(who);
    const [restaked, withdrawn] = [await buys(owners[0]), await buys(owners[1])];
    await daysPass(world, 366);
    // Their sessions have ended meanwhile.
    await chosen(await signedIn(world, owners[0].member), restaked.id, 'full');
    await chosen(await signedIn(world, owners[1].member), withdrawn.id, 'withdraw');
    Object.assign(references, {
      running: (await buys(await rich(world))).reference,
      matured: matured.reference,
      restaked: restaked.reference,
      withdrawn: withdrawn.reference,
    });
  });

  it.each(STATES)('that are %s: listed, and by their state alone', async (state) => {
    expect(await run('stakes', 'list')).toContain(`${references[state]}  ${state}`);
    for (const asked of STATES)
      expect((await run('stakes', 'list', '--state', asked)).includes(String(references[state]))).toBe(asked === state);
  });
});

describe('months', () => {
  const MONTHS = { open: '2026-07', calculated: '2026-08', released: '2026-09' } as const;
  it.each(Object.entries(MONTHS))('that are %s: listed', async (state, month) => {
    const since = new Date(`${month}-28T00:00:00Z`);
    const isDone = state !== 'open';
    await world.db
      .insertInto('bonus_periods')
      .values({
        month: `${month}-01`,
        state: state as keyof typeof MONTHS,
        input_closed_at: since,
        calculated_at: isDone ? since : null,
        released_at: state === 'released' ? since : null,
        rule_version: isDone ? 1 : null,
        bonus_on: isDone ? false : null,
        rate: isDone ? '0.1' : null,
        cap_usd: isDone ? '1000' : null,
        usdt_rate: isDone ? '1' : null,
        usdt_rate_at: isDone ? since : null,
      } as never)
      .execute();
    expect(await run('months', 'list')).toContain(`${month}  ${state === 'open' ? 'begun' : state}`);
  });
});

it('every list is among these', () => {
  const lists = Object.keys(commands).filter((name) => name.endsWith(' list'));
  const here = ['deposits list', 'withdrawals list', 'inquiries list', 'stakes list', 'months list', 'news list'];
  expect(lists.filter((name) => !here.includes(name)).toSorted()).toEqual(Object.keys(WHOLE).toSorted());
});
