// The address book against a thief who has only a session (D-28): a new entry, or one with a new label, silences no
// warning for a day, is marked wherever it is shown, and is mailed to the member. A removal is mailed too, and neither
// switches a warning off.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NEW_FOR_SECONDS } from '#server/domain/open-acts/new-addresses.ts';
import { MOST_ADDRESSES } from '#server/domain/withdrawals/addresses.ts';
import { ethereumAddress } from '#fixtures/club/chain.ts';
import { mailsTo } from '../support/mails.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
beforeEach(() => setRates(world));
afterAll(() => world.close());

const OWN = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
/** Looks like the member's own address at both ends. */
const PLANTED = `${OWN.slice(0, 8)}${'1'.repeat(28)}${OWN.slice(-6)}`.toLowerCase();

const save = (who: Rich, label: string, address = OWN) =>
  who.call('saveAddress', { body: { asset: 'USDT', network: 'ethereum', address, label } });
const quote = async (who: Rich, address = OWN) =>
  (await who.call('createWithdrawal', { body: { asset: 'USDT', network: 'ethereum', address, amount: '400' } })).body;
const mails = (who: Rich) => mailsTo(world, who.member.email, 'addressSaved');

/** A member who has withdrawn to their own address before. */
async function withHistory(): Promise<Rich> {
  const who = await rich(world);
  await who.confirm((await quote(who)).id);
  return who;
}

/** The same member a day later, in a new session: sessions don't last that long. */
async function aDayLater(who: Rich, seconds = NEW_FOR_SECONDS): Promise<Rich> {
  world.clock.advance(seconds);
  await setRates(world);
  return signedIn(world, who.member);
}

describe('an address that Perch gave out for deposits', () => {
  /** The address that a member was given, which serves all assets of its network. */
  const given = async (who: Rich): Promise<string> =>
    (await who.call('createDeposit', { body: { asset: 'ETH', network: 'ethereum', amount: '1' } })).body.address;

  it('is refused to its member for withdrawals and in the book, however it is written', async () => {
    const who = await rich(world);
    const own = await given(who);
    for (const address of [own, own.toLowerCase()]) {
      expect(await quote(who, address)).toMatchObject({ status: 400, code: 'address_own_deposit' });
      expect((await save(who, 'Perch', address)).body).toMatchObject({ status: 400, code: 'address_own_deposit' });
    }
    expect((await who.call('listAddresses')).body.items).toEqual([]);
    expect(await mails(who)).toEqual([]);
    expect(await quote(who)).toMatchObject({ state: 'open' });
  });

  it('is like any address to others: nothing reveals that it is a member’s', async () => {
    const [who, other] = [await rich(world), await rich(world)];
    const address = await given(other);
    const fieldsOf = ({ id: _, address: __, ...others }: Record<string, unknown>) => others;
    expect(fieldsOf(await quote(who, address))).toEqual(fieldsOf(await quote(who)));
    expect((await save(who, 'A friend', address)).status).toBe(200);
  });
});

describe('an entry of the address book', () => {
  it('is new for 24 hours in the book, in the options and at the review, and not a second longer', async () => {
    const who = await rich(world);
    const saved = await save(who, 'My Ledger');
    const newSince = world.clock.now().toISOString();
    expect(saved).toMatchObject({ status: 200, body: { label: 'My Ledger', newSince } });
    expect((await who.call('listAddresses')).body.items).toMatchObject([{ newSince }]);
    expect((await who.call('getWithdrawalOptions')).body.addresses).toMatchObject([{ newSince }]);
    expect(await quote(who)).toMatchObject({ addressLabel: 'My Ledger', addressNewSince: newSince });
    const almost = await aDayLater(who, NEW_FOR_SECONDS - 1);
    expect((await almost.call('listAddresses')).body.items).toMatchObject([{ newSince }]);
    world.clock.advance(1);
    expect((await almost.call('listAddresses')).body.items).toMatchObject([{ newSince: null }]);
    expect(await quote(almost)).toMatchObject({ addressLabel: 'My Ledger', addressNewSince: null });
  });

  it('that was planted does not silence the warning about a look-alike', async () => {
    const who = await withHistory();
    expect((await save(who, 'My Ledger', PLANTED)).status).toBe(200);
    expect(await quote(who, PLANTED)).toMatchObject({
      addressLabel: 'My Ledger',
      addressNewSince: expect.any(String),
      resembles: { address: OWN },
    });
    expect((await quote(who)).resembles).toBeNull();
  });

  it('that was planted and never paid is warned of after its day too, unlike one that was paid', async () => {
    const who = await rich(world);
    await save(who, 'My Ledger');
    const owner = await aDayLater(who);
    await save(owner, 'My Ledger 2', PLANTED);
    const later = await aDayLater(owner);
    expect((await quote(later)).resembles).toBeNull();
    const warned = await quote(later, PLANTED);
    expect(warned).toMatchObject({ addressNewSince: null, resembles: { address: OWN, label: 'My Ledger' } });
    expect((await later.confirm(warned.id)).status).toBe(200);
    expect((await quote(later, PLANTED)).resembles).toBeNull();
    expect((await quote(later)).resembles).toBeNull();
  });

  it('that is new is not compared with the member’s own address', async () => {
    const who = await rich(world);
    await save(who, 'My Ledger', PLANTED);
    expect((await quote(who)).resembles).toBeNull();
    const later = await aDayLater(who);
    expect((await quote(later)).resembles).toMatchObject({ label: 'My Ledger' });
  });

  it('still warns of look-alikes after a session renames, removes or restores it', async () => {
    const who = await rich(world);
    const { id } = (await save(who, 'My Ledger')).body;
    const later = await aDayLater(who);
    expect((await quote(later, PLANTED)).resembles).toMatchObject({ address: OWN, label: 'My Ledger' });
    await save(later, 'Not mine, use the other');
    // The new label could be a thief's text.
    expect((await quote(later, PLANTED)).resembles).toMatchObject({ address: OWN, label: null });
    await later.call('removeAddress', { path: { id } });
    expect((await quote(later, PLANTED)).resembles).toMatchObject({ address: OWN, label: null });
    await save(later, 'My Ledger', PLANTED);
    expect(await quote(later, PLANTED)).toMatchObject({ addressLabel: 'My Ledger', resembles: { address: OWN } });
    await save(later, 'My Ledger');
    expect((await quote(later, PLANTED)).resembles).toMatchObject({ address: OWN });
  });

  it('that is renamed, removed or restored is not taken for the copy of a newer one', async () => {
    const who = await rich(world);
    const { id } = (await save(who, 'My Ledger')).body;
    let later = await aDayLater(who);
    await save(later, 'My Ledger', PLANTED);
    later = await aDayLater(later);
    await save(later, 'Renamed');
    expect((await quote(later)).resembles).toBeNull();
    await later.call('removeAddress', { path: { id } });
    expect((await quote(later)).resembles).toBeNull();
    await save(later, 'Back again');
    expect((await quote(later)).resembles).toBeNull();
  });

  it('is still the genuine one compared with an address saved later on the same day', async () => {
    const who = await rich(world);
    await save(who, 'My Ledger');
    world.clock.advance(60);
    await save(who, 'My Ledger 2', PLANTED);
    expect((await quote(who, PLANTED)).resembles).toMatchObject({ address: OWN });
    expect((await quote(who)).resembles).toBeNull();
  });

  it('is mailed when it is removed, in full and without its label, and once', async () => {
    const who = await rich(world);
    const { id } = (await save(who, 'Call 0800 123 to keep your money')).body;
    await who.call('removeAddress', { path: { id } });
    await who.call('removeAddress', { path: { id } });
    const removals = await mailsTo(world, who.member.email, 'addressRemoved');
    expect(removals).toHaveLength(1);
    expect(removals[0]?.body).toContain(OWN);
    expect(removals[0]?.body).toContain('https://wallet.example/Help?culture=en-US');
    expect(removals[0]?.body).not.toContain('0800');
  });

  it('is new again when its label changes or it is restored, and stays as it is if nothing changes', async () => {
    const who = await rich(world);
    const { id } = (await save(who, 'Exchange')).body;
    let later = await aDayLater(who);
    expect((await save(later, 'Exchange')).body.newSince).toBeNull();
    expect(await mails(later)).toHaveLength(1);
    expect((await save(later, 'My Ledger')).body).toMatchObject({ id, newSince: world.clock.now().toISOString() });
    later = await aDayLater(who);
    await later.call('removeAddress', { path: { id } });
    expect((await save(later, 'My Ledger')).body).toMatchObject({ id, newSince: world.clock.now().toISOString() });
    expect(await mails(later)).toHaveLength(3);
  });

  it('is mailed to the member in full at once, with what to do, and without any text from the person who saved it', async () => {
    const who = await rich(world);
    await save(who, 'Call 0800 123 to keep your money');
    const [mail] = await mails(who);
    expect(mail?.body).toContain(OWN);
    expect(mail?.body).toContain('https://wallet.example/Help?culture=en-US');
    expect(mail?.body).toContain('remove the address and contact support');
    expect(mail?.body).not.toContain('0800');
    expect(await world.auditOf(who.member)).toContain('address_saved');
  });
});

describe('the address book', () => {
  it('has room for a hundred addresses; another is refused until one is removed', async () => {
    const who = await rich(world);
    const now = world.clock.now();
    const rows = Array.from(
      { length: MOST_ADDRESSES - 1 },
      () =>
        ({
          id: world.services.random.uuid(),
          member_id: who.member.id,
          asset: 'USDT',
          network: 'ethereum',
          address: ethereumAddress(),
          label: 'One of many',
          saved_at: now,
        }) as const,
    );
    await world.db.insertInto('saved_addresses').values(rows).execute();
    const last = await save(who, 'The last');
    expect(last.status).toBe(200);
    expect((await save(who, 'Too many', ethereumAddress())).body).toMatchObject({
      status: 409,
      code: 'address_book_full',
    });
    expect((await save(who, 'Renamed')).status).toBe(200);
    await who.call('removeAddress', { path: { id: last.body.id } });
    expect(await world.auditOf(who.member)).toContain('address_removed');
    expect((await save(who, 'Fits again', ethereumAddress())).status).toBe(200);
    expect((await who.call('listAddresses')).body.items).toHaveLength(MOST_ADDRESSES);
  });
});
