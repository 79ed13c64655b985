// Transfers between members (F-11). What every draft has in common is tested by tests/api/drafts/drafts.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { mailsTo } from '../support/mails.ts';
import { REFERRED_SECONDS } from '#server/domain/transfers/recipient.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

/** In seconds. */
const DAY = 86_400;

let world: World;
let recipient: Rich;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
  recipient = await rich(world, {}, { name: 'Ren Arai', username: 'Recipient' });
});
afterAll(() => world.close());

const wanted = (changes: object = {}) =>
  ({
    recipient: 'recipient',
    asset: 'USDT',
    amount: '25',
    note: 'Thanks',
    ...changes,
  }) as const;
const drafted = async (who: Rich, changes: object = {}): Promise<string> =>
  (await who.call('createTransfer', { body: wanted(changes) })).body.id;

describe('a transfer', () => {
  it('reaches the member with a username in any case; both get a receipt and a mail', async () => {
    const who = await rich(world, { USDT: '100' }, { culture: 'ja-JP' });
    expect((await who.call('findRecipient', { query: { username: 'RECIPIENT' } })).body).toEqual({
      username: 'Recipient',
      name: 'Ren A.',
      transfersSent: 0,
      lastSentAt: null,
      resembles: null,
    });
    const draft = await who.call('createTransfer', { body: wanted({ note: ' =1+1 ' }) });
    expect(draft.body).toMatchObject({
      recipient: { username: 'Recipient', name: 'Ren A.', transfersSent: 0, lastSentAt: null },
      amount: '25',
      amountUsd: '25',
      note: '=1+1',
      secondFactor: 'email',
    });
    const { body } = await who.confirm(draft.body.id);
    expect([await who.balance('USDT'), await recipient.balance('USDT')]).toEqual(['75', '25']);
    const sent = (await who.call('getReceipt', { path: { id: body.receiptId } })).body;
    expect(sent).toMatchObject({
      kind: 'transferOut',
      status: null,
      amount: '-25',
      fee: null,
      counterparty: 'Recipient',
      counterpartyName: 'Ren A.',
      note: '=1+1',
      withdrawal: null,
      deposit: null,
    });
    const [arrived] = (await recipient.call('listHistory', { path: { kind: 'transfer' } })).body.items;
    expect(arrived).toMatchObject({ kind: 'transferIn', amount: '25', counterparty: who.member.username });
    const sender = (await recipient.call('findRecipient', { query: { username: who.member.username } })).body;
    expect(arrived.counterpartyName).toBe(sender.name);
    const receipt = (await recipient.call('getReceipt', { path: { id: arrived.id } })).body;
    expect(receipt.journals).toHaveLength(1);
    expect(receipt.journals[0].postings.find(({ own }: { own: boolean }) => own)).toMatchObject({
      account: 'wallet',
      amount: '25',
    });
    expect((await who.call('getReceipt', { path: { id: arrived.id } })).status).toBe(404);
    expect((await mailsTo(world, who.member.email, 'transferSent'))[0]?.body).toContain('送りました');
    expect((await mailsTo(world, recipient.member.email, 'transferReceived'))[0]?.body).toContain('25.00 USDT');
  });

  it('names each side in the other’s records as a lookup would, and tells no more of the name', async () => {
    const above = await rich(world, { USDT: '100' }, { name: 'Yuki Tanabe', username: 'above' });
    const below = await rich(world, { USDT: '100' }, { name: 'Mei Kobayashi', below: above.member.seatNo });
    const send = async (who: Rich, to: string) => who.confirm(await drafted(who, { recipient: to, amount: '1' }));
    await send(above, below.member.username);
    await send(below, 'above');
    const seen = async (who: Rich) => {
      const { items } = (await who.call('listHistory', { path: { kind: 'transfer' } })).body;
      const receipts = await Promise.all(
        items.map(({ id }: { id: string }) => who.call('getReceipt', { path: { id } })),
      );
      const name = ({ kind, counterpartyName }: { kind: string; counterpartyName: string }) => [kind, counterpartyName];
      expect(receipts.map(({ body }) => name(body))).toEqual(items.map(name));
      // Both were made at the same moment of this clock.
      return items.map(name).toSorted();
    };
    expect(await seen(above)).toEqual([
      ['transferIn', 'Mei Kobayashi'],
      ['transferOut', 'Mei Kobayashi'],
    ]);
    expect(await seen(below)).toEqual([
      ['transferIn', 'Yuki T.'],
      ['transferOut', 'Yuki T.'],
    ]);
    const file = (await below.call('exportHistory', { path: { kind: 'transfer' } })).body;
    expect([file.includes('"Yuki T."'), file.includes('Tanabe')]).toEqual([true, false]);
    // A search that found records by the hidden part would tell it, letter by letter.
    const found = (search: string) => below.call('listHistory', { path: { kind: 'all' }, query: { search } });
    expect((await found('Tanabe')).body.items).toEqual([]);
    expect((await found('above')).body.items).toHaveLength(2);
  });

  it('shows the full name of a member of the sender’s organization, and a shortened one of anybody else', async () => {
    const who = await rich(world);
    await rich(world, {}, { name: 'Mei Nakamura', username: 'mei_below', below: who.member.seatNo });
    await rich(world, {}, { name: '佐藤美咲', username: 'one_word', below: recipient.member.seatNo, side: 'right' });
    expect((await who.call('findRecipient', { query: { username: 'mei_below' } })).body).toMatchObject({
      name: 'Mei Nakamura',
    });
    expect((await who.call('findRecipient', { query: { username: 'one_word' } })).body).toMatchObject({
      name: '佐藤…',
    });
    const stranger = await rich(world, {}, { below: recipient.member.seatNo, side: 'right' });
    expect((await stranger.call('findRecipient', { query: { username: 'mei_below' } })).body).toMatchObject({
      name: 'Mei N.',
    });
    // An upline member sees no more of the names below than the lists show; a downline member sees the one above
    // shortened.
    expect(
      (
        await (
          await rich(world, {}, { below: who.member.seatNo })
        ).call('findRecipient', { query: { username: who.member.username } })
      ).body,
    ).toMatchObject({ name: 'Mika S.' });
  });

  it('shows how often the sender has sent to the member and when last, and nothing of what others sent', async () => {
    const [who, other] = [await rich(world), await rich(world)];
    expect((await who.call('findRecipient', { query: { username: 'recipient' } })).body).toMatchObject({
      transfersSent: 0,
      lastSentAt: null,
    });
    await who.confirm(await drafted(who, { amount: '1' }));
    world.clock.advance(61);
    await who.confirm(await drafted(who, { amount: '2' }));
    const { body } = await who.call('findRecipient', { query: { username: 'recipient' } });
    const [last] = (await who.call('listHistory', { path: { kind: 'transfer' } })).body.items;
    expect(body).toMatchObject({ transfersSent: 2, lastSentAt: last.at });
    expect((await other.call('findRecipient', { query: { username: 'recipient' } })).body).toMatchObject({
      transfersSent: 0,
      lastSentAt: null,
    });
  });

  it('to a new member says whom they resemble of those who were sent to, by username or by name', async () => {
    const who = await rich(world);
    const place = { below: recipient.member.seatNo, side: 'right' } as const;
    await rich(world, {}, { name: 'Kim Ito', username: 'kim.ito1', ...place });
    await rich(world, {}, { name: 'Bo Chen', username: 'Kim_itol', ...place });
    await rich(world, {}, { name: 'Kim Inoue', username: 'other.kim', ...place });
    const found = async (username: string) => (await who.call('findRecipient', { query: { username } })).body;
    for (const username of ['kim.ito1', 'kim_itol', 'other.kim']) expect((await found(username)).resembles).toBeNull();
    await who.confirm(await drafted(who, { recipient: 'kim.ito1' }));
    const { lastSentAt, resembles: none } = await found('kim.ito1');
    expect(none).toBeNull();
    const resembles = { username: 'kim.ito1', name: 'Kim I.', lastSentAt };
    expect(await found('kim_itol')).toMatchObject({ transfersSent: 0, resembles });
    expect(await found('OTHER.kim')).toMatchObject({ transfersSent: 0, resembles });
    const { body } = await who.call('createTransfer', { body: wanted({ recipient: 'kim_itol' }) });
    expect(body.recipient).toMatchObject({ username: 'Kim_itol', resembles });
    // What others have sent to says nothing.
    const query = { username: 'kim_itol' };
    expect((await recipient.call('findRecipient', { query })).body.resembles).toBeNull();
  });

  it('to one who resembles two says whom the sender has sent to last, and rather by username than by name', async () => {
    const place = { below: recipient.member.seatNo, side: 'right' } as const;
    const looks = ['lee.ito1', 'lee_itol'] as const;
    for (const [username, name] of [
      [looks[0], 'Lena Ito'],
      [looks[1], 'Bo Chen'],
      ['lee-ito1', 'Mio Sato'],
      ['somebody', 'Mio Sano'],
    ] as const)
      await rich(world, {}, { name, username, ...place });
    for (const sentTo of [looks, looks.toReversed()]) {
      const who = await rich(world);
      const named = async () =>
        (await who.call('findRecipient', { query: { username: 'lee-ito1' } })).body.resembles?.username;
      const send = async (username: string) => {
        expect((await who.confirm(await drafted(who, { recipient: username }))).status).toBe(200);
        world.clock.advance(61);
      };
      await send('somebody');
      expect(await named()).toBe('somebody');
      for (const username of sentTo) {
        await send(username);
        expect(await named()).toBe(username);
      }
      await send('somebody');
      expect(await named()).toBe(sentTo[1]);
    }
  });

  it.each([
    ['to nobody', { recipient: 'nobody-of-this-name' }, 'user_not_found'],
    ['of zero', { amount: '0' }, 'invalid_request'],
    ['below zero', { amount: '-1' }, 'invalid_request'],
    ['with an exponent', { amount: '1e1' }, 'invalid_request'],
    ['finer than the asset', { amount: '1.0000001' }, 'invalid_request'],
    ['in digits of another script', { amount: '２５' }, 'invalid_request'],
    ['of more than there is', { amount: '10000.01' }, 'insufficient_balance'],
    ['of points that are bound to their member', { asset: 'PP' }, 'invalid_request'],
    ['without a note', { note: ' ' }, 'invalid_request'],
  ])('%s is refused', async (_what, changes, code) => {
    const who = await rich(world);
    expect((await who.call('createTransfer', { body: wanted(changes) })).body).toMatchObject({ code });
  });

  it('to oneself is refused', async () => {
    expect((await recipient.call('createTransfer', { body: wanted() })).body).toMatchObject({
      status: 400,
      code: 'recipient_self',
    });
    expect((await recipient.call('findRecipient', { query: { username: 'Recipient' } })).body.code).toBe(
      'recipient_self',
    );
  });
});

describe('what can be transferred', () => {
  it('is every asset that is not bound to its member, with what is available of it and the second factor', async () => {
    const who = await rich(world, { USDT: '100', BTC: '0.5', PP: '7' });
    const { body } = await who.call('getTransferOptions');
    expect(body).toMatchObject({ heldUntil: null, secondFactor: 'email' });
    expect(body.assets).toEqual([
      { asset: 'USDT', available: '100' },
      { asset: 'BTC', available: '0.5' },
      { asset: 'ETH', available: '0' },
      { asset: 'MSPC', available: '0' },
      { asset: 'MP', available: '0' },
    ]);
    await who.confirm(await drafted(who));
    expect((await who.call('getTransferOptions')).body.assets[0]).toEqual({ asset: 'USDT', available: '75' });
  });

  it('offers whom one has sent to, the latest first, as a lookup shows them, and nobody else', async () => {
    const who = await rich(world);
    const others = [];
    for (const [place, name] of ['Ada Byron', 'Bo Chen', 'Cy Dorn', 'Di Egan', 'Ed Falk', 'Flo Gray'].entries())
      others.push(
        await rich(
          world,
          {},
          {
            name,
            username: `recent_${place}`,
            // The first one is in the sender's organization.
            ...(place === 0
              ? { below: who.member.seatNo }
              : { below: recipient.member.seatNo, side: 'right' as const }),
          },
        ),
      );
    expect((await who.call('getTransferOptions')).body.recent).toEqual([]);
    for (const other of [...others, ...others.slice(0, 1)]) {
      world.clock.advance(61);
      await who.confirm(await drafted(who, { recipient: other.member.username, amount: '1' }));
    }
    const { recent } = (await who.call('getTransferOptions')).body;
    expect(recent.map(({ name }: { name: string }) => name)).toEqual([
      'Ada Byron',
      'Flo G.',
      'Ed F.',
      'Di E.',
      'Cy D.',
    ]);
    expect(recent[0]).toEqual((await who.call('findRecipient', { query: { username: 'recent_0' } })).body);
    expect(recent[0].transfersSent).toBe(2);
    // Having received something is not having sent.
    expect((await others[1]?.call('getTransferOptions'))?.body.recent).toEqual([]);
  });

  it('offers whom one has referred a day ago, the earliest to join first, and nobody who resembles one sent to', async () => {
    const sender = (await rich(world)).member;
    const seats = { below: sender.seatNo, side: 'left' } as const;
    const referred = async (username: string, at: { below: number; side: 'left' | 'right' } = seats) => {
      const { member } = await rich(world, {}, { name: `Name of ${username}`, username, ...at });
      const joined = { introducer_id: sender.id, joined_at: world.clock.now() };
      await world.db.updateTable('members').set(joined).where('id', '=', member.id).execute();
      world.clock.advance(1);
    };
    const offered = async () => {
      const { referred: people } = (await (await signedIn(world, sender)).call('getTransferOptions')).body;
      return people.map(({ username }: { username: string }) => username);
    };
    for (const username of ['first_1', 'second_2', 'third_3', 'fourth_4', 'fifth_5', 'sixth_6'])
      await referred(username);
    await referred('elsewhere', { below: recipient.member.seatNo, side: 'right' });
    world.clock.advance(REFERRED_SECONDS - 8);
    expect(await offered()).toEqual([]);
    world.clock.advance(2);
    expect(await offered()).toEqual(['first_1', 'second_2']);
    world.clock.advance(DAY);
    await referred('f1rst_l');
    world.clock.advance(DAY);
    expect(await offered()).toEqual(['first_1', 'second_2', 'third_3', 'fourth_4', 'fifth_5']);
    const who = await signedIn(world, sender);
    await who.confirm(await drafted(who, { recipient: 'first_1', amount: '1' }));
    world.clock.advance(61);
    await who.confirm(await drafted(who, { recipient: 'third_3', amount: '1' }));
    expect(await offered()).toEqual(['second_2', 'fourth_4', 'fifth_5', 'sixth_6']);
  });

  it('is confirmed by the app of a member who has one', async () => {
    const who = await rich(world, {}, { secondFactor: true });
    expect((await who.call('getTransferOptions')).body.secondFactor).toBe('totp');
  });
});

describe('the books', () => {
  it('agree at the end', async () => {
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
  });
});
