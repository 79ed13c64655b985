// Recipients that a member keeps at hand (F-11).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_FAVORITES } from '#server/domain/transfers/favorites.ts';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { mailsTo } from '../support/mails.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let recipient: Rich;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
  recipient = await rich(world, {}, { name: 'Ren Arai', username: 'Recipient' });
});
afterAll(() => world.close());

const set = (who: Rich, username: string, favorite = true) => who.call('setFavorite', { body: { username, favorite } });
const options = async (who: Rich) => (await who.call('getTransferOptions')).body;
const names = (people: readonly { username: string }[]) => people.map(({ username }) => username);

async function send(who: Rich, to: string): Promise<string> {
  world.clock.advance(61);
  const body = { recipient: to, asset: 'USDT', amount: '1', note: 'Thanks' } as const;
  const draft = await who.call('createTransfer', { body });
  return (await who.confirm(draft.body.id)).body.receiptId;
}

describe('a favorite', () => {
  it('is whom one has sent to: it leaves the recent ones and is shown as a lookup shows it, on every device', async () => {
    const who = await rich(world);
    await send(who, 'recipient');
    expect(await options(who)).toMatchObject({ favorites: [], recent: [{ username: 'Recipient' }] });
    expect((await set(who, ' RECIPIENT ')).body).toEqual({ username: 'Recipient', favorite: true });
    const elsewhere = await signedIn(world, who.member);
    const { favorites, recent } = await options(elsewhere);
    expect(favorites).toEqual([(await who.call('findRecipient', { query: { username: 'recipient' } })).body]);
    expect(favorites).toMatchObject([{ username: 'Recipient', name: 'Ren A.', transfersSent: 1 }]);
    expect(recent).toEqual([]);
    expect((await set(elsewhere, 'Recipient', false)).body).toEqual({ username: 'Recipient', favorite: false });
    expect(await options(who)).toMatchObject({ favorites: [], recent: [{ username: 'Recipient' }] });
  });

  it('is shown under the name that the member has now', async () => {
    const who = await rich(world);
    const place = { below: recipient.member.seatNo, side: 'right' } as const;
    const other = await rich(world, {}, { name: 'Ada Byron', username: 'renamed', ...place });
    await send(who, 'renamed');
    await set(who, 'renamed');
    const renamed = { name: 'Ada Lovelace', username: 'renamed_1', username_key: 'renamed_1' };
    await world.db.updateTable('members').set(renamed).where('id', '=', other.member.id).execute();
    expect((await options(who)).favorites).toMatchObject([{ username: 'renamed_1', name: 'Ada L.' }]);
    expect((await set(who, 'renamed')).body).toMatchObject({ status: 400, code: 'user_not_found' });
  });

  it('makes room for another recent one, and the one sent to last is first', async () => {
    const who = await rich(world);
    for (const place of [0, 1, 2, 3, 4, 5]) await rich(world, {}, { username: `many_${place}` });
    for (const place of [0, 1, 2, 3, 4, 5]) await send(who, `many_${place}`);
    expect(names((await options(who)).recent)).toEqual(['many_5', 'many_4', 'many_3', 'many_2', 'many_1']);
    await set(who, 'many_5');
    await set(who, 'many_3');
    const { favorites, recent } = await options(who);
    expect(names(favorites)).toEqual(['many_5', 'many_3']);
    expect(names(recent)).toEqual(['many_4', 'many_2', 'many_1', 'many_0']);
    await send(who, 'many_3');
    expect(names((await options(who)).favorites)).toEqual(['many_3', 'many_5']);
  });

  it('is on the receipt of a transfer to them, and on no other receipt', async () => {
    const who = await rich(world);
    const id = await send(who, 'recipient');
    const receipt = async () => (await who.call('getReceipt', { path: { id } })).body.favorite;
    expect(await receipt()).toBe(false);
    await set(who, 'recipient');
    expect(await receipt()).toBe(true);
    const there = await signedIn(world, recipient.member);
    const [arrived] = (await there.call('listHistory', { path: { kind: 'transfer' } })).body.items;
    expect((await there.call('getReceipt', { path: { id: arrived.id } })).body.favorite).toBeNull();
  });

  it('is recorded once, however often it is set, and neither mailed nor told to the other member', async () => {
    const who = await rich(world);
    await send(who, 'recipient');
    const mails = async (of: Rich) => (await mailsTo(world, of.member.email)).length;
    const before = [await mails(who), await mails(recipient)];
    for (const favorite of [true, true, false, false]) expect((await set(who, 'recipient', favorite)).status).toBe(200);
    const kinds = (await world.auditOf(who.member)).filter((kind) => kind.startsWith('favorite'));
    expect(kinds).toEqual(['favorite_saved', 'favorite_removed']);
    expect([await mails(who), await mails(recipient)]).toEqual(before);
    expect((await options(await signedIn(world, recipient.member))).favorites).toEqual([]);
  });

  it.each([
    ['a member that one has never sent to', 'recipient', 'user_not_found'],
    ['nobody', 'nobody-of-this-name', 'user_not_found'],
  ])('cannot be %s: the refusal does not say which', async (_what, username, code) => {
    const who = await rich(world);
    for (const favorite of [true, false])
      expect((await set(who, username, favorite)).body).toMatchObject({ status: 400, code });
    expect(await options(who)).toMatchObject({ favorites: [], recent: [] });
  });

  it('cannot be a member who has only sent to one, nor oneself', async () => {
    const who = await rich(world);
    await send(who, 'recipient');
    expect((await set(await signedIn(world, recipient.member), who.member.username)).body.code).toBe('user_not_found');
    expect((await set(who, who.member.username.toUpperCase())).body).toMatchObject({
      status: 400,
      code: 'recipient_self',
    });
  });

  it('needs a session', async () => {
    const body = { username: 'recipient', favorite: true };
    expect((await world.browser().call('setFavorite', { body })).status).toBe(401);
  });
});

describe('favorites', () => {
  it('are as many as the contract says: one more is refused until another is removed', async () => {
    const { favorites } = description.components.schemas.TransferOptions.properties;
    expect(favorites.maxItems).toBe(MOST_FAVORITES);
    const who = await rich(world);
    await send(who, 'recipient');
    const others = [];
    for (let count = 0; count < MOST_FAVORITES; count += 1) others.push(await world.member());
    const first = others[0]?.username ?? '';
    await send(who, first);
    await world.db
      .insertInto('favorite_recipients')
      .values(others.map(({ id }) => ({ member_id: who.member.id, recipient_id: id })))
      .execute();
    expect((await set(who, 'recipient')).body).toMatchObject({ status: 409, code: 'favorites_full' });
    expect((await set(who, first)).status).toBe(200);
    expect((await set(who, first, false)).status).toBe(200);
    expect((await set(who, 'recipient')).status).toBe(200);
  });
});
