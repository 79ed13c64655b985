// Withdrawals only to saved addresses: on at once, off after a day in which any session of the member can keep it on,
// and no withdrawal goes elsewhere meanwhile, whenever it was drafted.
import type { components } from '#openapi/api.gen.d.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TURNING_OFF_SECONDS } from '#server/domain/allow-list/allow-list.ts';
import { acceptMoment } from '#server/domain/club/trusted-clock.ts';
import { NEW_FOR_SECONDS } from '#server/domain/open-acts/new-addresses.ts';
import { ask, isFrozen, thaw, tokenFor } from '../support/frozen-accounts.ts';
import { freezeTokensIn, mailsTo } from '../support/mails.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
beforeEach(async () => {
  await world.db.deleteFrom('clock_state').execute();
  await setRates(world);
});
afterAll(() => world.close());

const OWN = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const OTHER = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0';
const MS_PER_SECOND = 1000;

type Proof = components['schemas']['AllowListChange'];

const save = (who: Rich, label = 'My Ledger', address = OWN) =>
  who.call('saveAddress', { body: { asset: 'USDT', network: 'ethereum', address, label } });
const quote = async (who: Rich, address = OWN) =>
  (await who.call('createWithdrawal', { body: { asset: 'USDT', network: 'ethereum', address, amount: '400' } })).body;
const proof = (who: Rich) => ({ password: who.member.password });
const turnOn = (who: Rich, body: Proof = proof(who)) => who.call('turnOnAllowList', { body });
const turnOff = (who: Rich, body: Proof = proof(who)) => who.call('turnOffAllowList', { body });
const read = async (who: Rich) => (await who.call('getAllowList')).body;
const after = (seconds: number) => new Date(world.clock.now().getTime() + seconds * MS_PER_SECOND).toISOString();
const mailed = async (who: Rich, kind: string) => (await mailsTo(world, who.member.email, kind)).length;
const noticesOf = async (who: Rich) =>
  (await who.call('listNotices')).body.items.map(({ kind }: { kind: string }) => kind).toReversed();
const ofAllowList = async (who: Rich) =>
  (await world.auditOf(who.member)).filter((kind) => kind.startsWith('allow_list'));

/** The same member later, in a new session: sessions don't last that long. */
async function later(who: Rich, seconds: number): Promise<Rich> {
  world.clock.advance(seconds);
  await setRates(world);
  return signedIn(world, who.member);
}

/** A member with an address that is a day old. */
async function withOldAddress(): Promise<Rich> {
  const who = await rich(world);
  await save(who);
  return later(who, NEW_FOR_SECONDS);
}

/** The same, who withdraws only to saved addresses. */
async function limited(): Promise<Rich> {
  const who = await withOldAddress();
  expect((await turnOn(who)).status).toBe(200);
  return who;
}

describe('turning it on', () => {
  it('is off at first, and nothing is limited', async () => {
    const who = await rich(world);
    expect(await read(who)).toEqual({ state: 'off', offAt: null, secondFactor: false });
    expect((await who.call('getWithdrawalOptions')).body.allowList).toBe(false);
    expect(await quote(who, OTHER)).toMatchObject({ state: 'open' });
  });

  it('holds at once, and is recorded, mailed with a link that freezes, and noticed, once', async () => {
    const who = await withOldAddress();
    const done = await turnOn(who);
    expect(done).toMatchObject({ status: 200, body: { state: 'on', offAt: null } });
    expect((await turnOn(who)).body).toEqual(done.body);
    expect(await read(who)).toEqual(done.body);
    expect((await who.call('getWithdrawalOptions')).body.allowList).toBe(true);
    expect(await ofAllowList(who)).toEqual(['allow_list_turned_on']);
    expect(await noticesOf(who)).toEqual(['allowListOn']);
    const mails = await mailsTo(world, who.member.email, 'allowListOn');
    expect(mails).toHaveLength(1);
    expect(freezeTokensIn(mails[0]?.body)).toHaveLength(1);
    expect(mails[0]?.body).toContain('24 hours');
  });

  it('asks for the password, and for a code of the app if one is set up', async () => {
    const who = await rich(world, {}, { secondFactor: true });
    expect(await read(who)).toMatchObject({ secondFactor: true });
    expect((await turnOn(who, { password: 'not the password' })).body.code).toBe('password_incorrect');
    expect((await turnOn(who)).body.code).toBe('second_factor_required');
    const wrong = { ...proof(who), secondFactor: { method: 'totp' as const, code: '000000' } };
    expect((await turnOn(who, wrong)).body.code).toBe('code_incorrect');
    expect(await read(who)).toMatchObject({ state: 'off' });
    const right = { ...proof(who), secondFactor: { method: 'totp' as const, code: who.member.code() } };
    expect((await turnOn(who, right)).body).toMatchObject({ state: 'on' });
  });
});

describe('while it is on', () => {
  it('withdrawals go to addresses that are in the book for a day, and not a second less', async () => {
    const who = await rich(world);
    await save(who);
    await turnOn(who);
    const until = after(NEW_FOR_SECONDS);
    expect(await quote(who)).toMatchObject({ status: 409, code: 'address_not_allowed', until });
    const almost = await later(who, NEW_FOR_SECONDS - 1);
    expect(await quote(almost)).toMatchObject({ status: 409, code: 'address_not_allowed', until });
    world.clock.advance(1);
    const draft = await quote(almost);
    expect(draft).toMatchObject({ state: 'open', addressLabel: 'My Ledger' });
    expect((await almost.confirm(draft.id)).status).toBe(200);
  });

  it('an address that is not in the book is refused, also one that was removed or paid before', async () => {
    const who = await withOldAddress();
    expect((await who.confirm((await quote(who, OTHER)).id)).status).toBe(200);
    await turnOn(who);
    expect(await quote(who, OTHER)).toMatchObject({ status: 409, code: 'address_not_allowed', until: null });
    const { items } = (await who.call('listAddresses')).body;
    await who.call('removeAddress', { path: { id: items[0].id } });
    expect(await quote(who)).toMatchObject({ code: 'address_not_allowed', until: null });
    await save(who);
    expect(await quote(who)).toMatchObject({ code: 'address_not_allowed', until: after(NEW_FOR_SECONDS) });
  });

  it('an address that was renamed waits for a day again', async () => {
    const who = await limited();
    await save(who, 'Another name');
    expect(await quote(who)).toMatchObject({ code: 'address_not_allowed', until: after(NEW_FOR_SECONDS) });
  });

  it('saving or renaming an address is mailed with its end and a link that freezes, and noticed', async () => {
    const who = await limited();
    const count = await mailed(who, 'addressSaved');
    await save(who, 'Another', OTHER);
    expect(await noticesOf(who)).toEqual(['allowListOn', 'addressSaved']);
    expect((await who.call('listNotices')).body.items[0]).toMatchObject({ heldUntil: after(NEW_FOR_SECONDS) });
    world.clock.advance(60);
    await save(who, 'Another name', OTHER);
    await save(who, 'Another name', OTHER);
    expect(await noticesOf(who)).toEqual(['allowListOn', 'addressSaved', 'addressSaved']);
    const mails = await mailsTo(world, who.member.email, 'addressSavedLimited');
    expect(mails).toHaveLength(2);
    for (const { body } of mails) {
      expect(freezeTokensIn(body)).toHaveLength(1);
      expect(body).toContain(OTHER);
      expect(body).not.toContain('Another');
    }
    expect(mails.map(({ body }) => body).join('')).toContain(after(NEW_FOR_SECONDS).slice(0, 10));
    expect(await mailed(who, 'addressSaved')).toBe(count);
  });

  it('another member’s book allows nothing', async () => {
    const [who, other] = [await limited(), await rich(world)];
    await save(other, 'Theirs', OTHER);
    await later(other, NEW_FOR_SECONDS);
    expect(await quote(await signedIn(world, who.member), OTHER)).toMatchObject({ code: 'address_not_allowed' });
  });

  it('a draft that was made before is refused when it is confirmed, and neither moves money nor uses its code', async () => {
    const who = await withOldAddress();
    const { id } = await quote(who, OTHER);
    await turnOn(who);
    const balance = await who.balance('USDT');
    expect((await who.confirm(id)).body).toMatchObject({ status: 409, code: 'address_not_allowed', until: null });
    expect(await who.balance('USDT')).toBe(balance);
    expect((await who.call('getDraft', { path: { id } })).body).toMatchObject({ state: 'open', triesLeft: 5 });
  });

  it('a draft whose address was renamed or removed since is refused when it is confirmed', async () => {
    const who = await limited();
    const { id } = await quote(who);
    await save(who, 'Another name');
    expect((await who.confirm(id)).body).toMatchObject({ code: 'address_not_allowed', until: after(NEW_FOR_SECONDS) });
  });

  it('a withdrawal that was confirmed before goes on, and can still be canceled', async () => {
    const who = await withOldAddress();
    const { receiptId } = (await who.confirm((await quote(who, OTHER)).id)).body;
    await turnOn(who);
    expect((await who.call('cancelWithdrawal', { path: { id: receiptId } })).body).toMatchObject({ status: 'cancel' });
  });

  it('transfers and exchanges go on as before', async () => {
    const who = await limited();
    const { username } = await world.member();
    const body = { recipient: username, asset: 'USDT', amount: '10', note: 'lunch' } as const;
    expect((await who.call('createTransfer', { body })).status).toBe(200);
  });
});

describe('turning it off', () => {
  it('takes a day, in which it holds, and not a second less', async () => {
    const who = await limited();
    const offAt = after(TURNING_OFF_SECONDS);
    expect(await turnOff(who)).toMatchObject({ status: 200, body: { state: 'turningOff', offAt } });
    expect(await quote(who, OTHER)).toMatchObject({ code: 'address_not_allowed' });
    const almost = await later(who, TURNING_OFF_SECONDS - 1);
    expect(await read(almost)).toMatchObject({ state: 'turningOff', offAt });
    expect((await almost.call('getWithdrawalOptions')).body.allowList).toBe(true);
    expect(await quote(almost, OTHER)).toMatchObject({ code: 'address_not_allowed' });
    world.clock.advance(1);
    expect(await read(almost)).toMatchObject({ state: 'off', offAt: null });
    expect((await almost.call('getWithdrawalOptions')).body.allowList).toBe(false);
    expect(await quote(almost, OTHER)).toMatchObject({ state: 'open' });
  });

  it('is recorded, mailed with its end and a link that freezes, and noticed', async () => {
    const who = await limited();
    await turnOff(who);
    expect(await ofAllowList(who)).toEqual(['allow_list_turned_on', 'allow_list_turning_off']);
    const { items } = (await who.call('listNotices')).body;
    expect(items[0]).toMatchObject({ kind: 'allowListTurningOff', heldUntil: after(TURNING_OFF_SECONDS) });
    const [mail] = await mailsTo(world, who.member.email, 'allowListTurningOff');
    expect(freezeTokensIn(mail?.body)).toHaveLength(1);
    expect(mail?.body).toContain(after(TURNING_OFF_SECONDS).slice(0, 10));
    expect(mail?.body).toContain('Keep it on');
  });

  it('neither begins again nor is shortened by another call, and tells of it once', async () => {
    const who = await limited();
    const { offAt } = (await turnOff(who)).body;
    const again = await later(who, 3600);
    expect((await turnOff(again)).body).toMatchObject({ state: 'turningOff', offAt });
    expect(await mailed(again, 'allowListTurningOff')).toBe(1);
    const end = await later(again, TURNING_OFF_SECONDS - 3600);
    expect(await read(end)).toMatchObject({ state: 'off' });
    expect((await turnOff(end)).body).toMatchObject({ state: 'off', offAt: null });
    expect(await ofAllowList(end)).toEqual(['allow_list_turned_on', 'allow_list_turning_off']);
  });

  it('asks for what turning it on asks for', async () => {
    const who = await limited();
    expect((await turnOff(who, { password: 'not the password' })).body.code).toBe('password_incorrect');
    expect(await read(who)).toMatchObject({ state: 'on' });
  });

  it('can be turned on again once it is off, and then waits for a day again', async () => {
    const who = await limited();
    await turnOff(who);
    const off = await later(who, TURNING_OFF_SECONDS);
    expect((await turnOn(off)).body).toMatchObject({ state: 'on', offAt: null });
    expect(await quote(off, OTHER)).toMatchObject({ code: 'address_not_allowed' });
    expect((await turnOff(off)).body).toMatchObject({ state: 'turningOff', offAt: after(TURNING_OFF_SECONDS) });
  });
});

describe('keeping it on', () => {
  it('asks for a session alone, any of the member’s, and is recorded, mailed and noticed, once', async () => {
    const who = await limited();
    await turnOff(who);
    const elsewhere = await signedIn(world, who.member);
    expect((await elsewhere.call('keepAllowList')).body).toMatchObject({ state: 'on', offAt: null });
    expect((await elsewhere.call('keepAllowList')).body).toMatchObject({ state: 'on' });
    expect(await ofAllowList(who)).toEqual(['allow_list_turned_on', 'allow_list_turning_off', 'allow_list_kept']);
    expect(await noticesOf(who)).toEqual(['allowListOn', 'allowListTurningOff', 'allowListKept']);
    const mails = await mailsTo(world, who.member.email, 'allowListKept');
    expect(mails).toHaveLength(1);
    expect(freezeTokensIn(mails[0]?.body)).toHaveLength(1);
    const nextDay = await later(who, TURNING_OFF_SECONDS);
    expect(await read(nextDay)).toMatchObject({ state: 'on' });
  });

  it('is what turning it on does while it is turning off', async () => {
    const who = await limited();
    await turnOff(who);
    expect((await turnOn(who)).body).toMatchObject({ state: 'on', offAt: null });
    expect(await ofAllowList(who)).toEqual(['allow_list_turned_on', 'allow_list_turning_off', 'allow_list_kept']);
  });

  it('is refused once it is off, so that nobody believes it on', async () => {
    const who = await limited();
    await turnOff(who);
    const off = await later(who, TURNING_OFF_SECONDS);
    expect((await off.call('keepAllowList')).body).toMatchObject({ status: 409, code: 'allow_list_off' });
    expect((await (await rich(world)).call('keepAllowList')).body).toMatchObject({ code: 'allow_list_off' });
  });
});

describe('the clock', () => {
  it('that was set forward ends no wait', async () => {
    const who = await limited();
    await turnOff(who);
    await acceptMoment(world.db, world.clock.now());
    const ahead = await later(who, TURNING_OFF_SECONDS + 3600);
    expect(await read(ahead)).toMatchObject({ state: 'turningOff' });
    expect(await quote(ahead, OTHER)).toMatchObject({ code: 'address_not_allowed' });
    expect((await ahead.call('keepAllowList')).body).toMatchObject({ state: 'on' });
    await acceptMoment(world.db, world.clock.now());
    expect(await read(ahead)).toMatchObject({ state: 'on' });
  });

  it('that was set forward makes no new address an old one', async () => {
    const who = await limited();
    await save(who, 'Another', OTHER);
    await acceptMoment(world.db, world.clock.now());
    const ahead = await later(who, NEW_FOR_SECONDS + 3600);
    expect(await quote(ahead, OTHER)).toMatchObject({ code: 'address_not_allowed' });
    await acceptMoment(world.db, world.clock.now());
    expect(await quote(ahead, OTHER)).toMatchObject({ state: 'open' });
  });

  it('that runs behind begins no wait, and saves no address, earlier than the last moment that was seen', async () => {
    const who = await limited();
    const seen = new Date(world.clock.now().getTime() + 7_200_000);
    await acceptMoment(world.db, seen);
    const end = new Date(seen.getTime() + TURNING_OFF_SECONDS * MS_PER_SECOND).toISOString();
    expect((await turnOff(who)).body).toMatchObject({ state: 'turningOff', offAt: end });
    expect((await save(who, 'Another', OTHER)).body).toMatchObject({ newSince: seen.toISOString() });
    expect(await quote(who, OTHER)).toMatchObject({ code: 'address_not_allowed', until: end });
  });

  it('that runs behind loses no notice of a second wait with the same end', async () => {
    const who = await limited();
    await acceptMoment(world.db, new Date(world.clock.now().getTime() + 7_200_000));
    await turnOff(who);
    world.clock.advance(60);
    await who.call('keepAllowList');
    world.clock.advance(60);
    await turnOff(who);
    const notices = await noticesOf(who);
    expect(notices.filter((kind: string) => kind === 'allowListTurningOff')).toHaveLength(2);
  });
});

describe('a recovery of the account', () => {
  const changePassword = (who: Rich) =>
    who.call('changePassword', { body: { ...proof(who), newPassword: 'tulip marble forty-seven' } });

  it('by a change of the password makes new addresses wait again, and no old one, and says so', async () => {
    const who = await limited();
    await save(who, 'Planted', OTHER);
    const almost = await later(who, NEW_FOR_SECONDS - 60);
    expect((await changePassword(almost)).status).toBe(200);
    const until = after(NEW_FOR_SECONDS);
    expect(await quote(almost)).toMatchObject({ state: 'open' });
    expect(await noticesOf(almost)).toEqual(['allowListOn', 'addressSaved', 'newAddressesWait']);
    expect((await almost.call('listNotices')).body.items[0]).toMatchObject({ heldUntil: until });
    world.clock.advance(60);
    expect(await quote(almost, OTHER)).toMatchObject({ code: 'address_not_allowed', until });
  });

  it('by a freeze lets no time pass for addresses that were new, however long it takes to thaw', async () => {
    const who = await limited();
    world.clock.advance(60);
    await save(who, 'Planted', OTHER);
    world.clock.advance(60);
    expect((await who.call('freezeAccount')).status).toBe(200);
    world.clock.advance(NEW_FOR_SECONDS * 3);
    expect(await ask(world, who.member)).toMatchObject({ status: 200 });
    expect((await thaw(world, { token: await tokenFor(world, who.member) })).status).toBe(200);
    expect(await isFrozen(world, who.member)).toBe(false);
    const until = after(NEW_FOR_SECONDS);
    const back = await later(who, 0);
    expect((await back.call('listAddresses')).body.items).toMatchObject([
      { label: 'Planted', newSince: expect.any(String) },
      { label: 'My Ledger', newSince: null },
    ]);
    await world.db.updateTable('members').set({ money_held_until: null }).where('id', '=', who.member.id).execute();
    expect(await quote(back, OTHER)).toMatchObject({ code: 'address_not_allowed', until });
  });

  const stateOf = (who: Rich) =>
    world.db
      .selectFrom('members')
      .select(['allow_list_on_at', 'allow_list_off_at'])
      .where('id', '=', who.member.id)
      .executeTakeFirstOrThrow();

  it('by a freeze calls off what would turn it off, and leaves it on', async () => {
    const who = await limited();
    await turnOff(who);
    expect((await who.call('freezeAccount')).status).toBe(200);
    expect(await stateOf(who)).toMatchObject({ allow_list_on_at: expect.any(Date), allow_list_off_at: null });
  });

  it('by a change of the password does so too, and says so in the notices', async () => {
    const who = await limited();
    await turnOff(who);
    const body = { ...proof(who), newPassword: 'tulip marble forty-seven' };
    expect((await who.call('changePassword', { body })).status).toBe(200);
    expect(await read(who)).toMatchObject({ state: 'on', offAt: null });
    expect(await noticesOf(who)).toEqual(['allowListOn', 'allowListTurningOff', 'allowListKept']);
  });

  it('turns none on that has been off', async () => {
    const who = await limited();
    await turnOff(who);
    const off = await later(who, TURNING_OFF_SECONDS);
    const body = { ...proof(off), newPassword: 'tulip marble forty-seven' };
    expect((await off.call('changePassword', { body })).status).toBe(200);
    expect(await read(off)).toMatchObject({ state: 'off' });
  });
});
