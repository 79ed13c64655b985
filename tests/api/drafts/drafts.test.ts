// Drafts and their confirmation (S-15 and S-16), by the draft of a transfer: carried out once, whatever keys, codes and
// parallel calls.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { bindSecondFactor, codeOfKey } from '#fixtures/club/members.ts';
import { codeTo, otherCode } from '../support/mails.ts';
import { rich, setRates, type Rich } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
  await rich(world, {}, { username: 'Recipient' });
});
afterAll(() => world.close());

const drafted = async (who: Rich, { amount = '25' } = {}): Promise<string> =>
  (await who.call('createTransfer', { body: { recipient: 'recipient', asset: 'USDT', amount, note: 'Thanks' } })).body
    .id;

async function codeSent(who: Rich, id: string): Promise<string> {
  expect((await who.call('sendDraftCode', { path: { id } })).body).toMatchObject({ codeSent: true, triesLeft: 5 });
  return codeTo(world, who.member.email, 'transferCode');
}

describe('a draft', () => {
  it('is carried out once, confirmed with two keys, in parallel and one after the other', async () => {
    const who = await rich(world, { USDT: '100' });
    const id = await drafted(who);
    const code = await codeSent(who, id);
    const answers = await Promise.all([1, 2].map(() => who.call('confirmDraft', { path: { id }, body: { code } })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ body }) => body.receiptId)).size).toBe(1);
    expect((await who.call('confirmDraft', { path: { id }, body: { code: '000000' } })).body).toMatchObject({
      state: 'executed',
      receiptId: answers[0]?.body.receiptId,
    });
    expect(await who.balance('USDT')).toBe('75');
  });

  it('is carried out once under twenty parallel calls with one key; another body under the key is refused', async () => {
    const who = await rich(world, { USDT: '100' });
    const id = await drafted(who);
    const code = await codeSent(who, id);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => who.call('confirmDraft', { path: { id }, body: { code }, key })),
    );
    for (const { status, body } of answers) expect([200, 409], JSON.stringify(body)).toContain(status);
    expect(
      answers.filter(({ status, headers }) => status === 200 && headers['idempotency-replayed'] === undefined),
    ).toHaveLength(1);
    expect(
      (await who.call('confirmDraft', { path: { id }, body: { code }, key })).headers['idempotency-replayed'],
    ).toBe('true');
    expect((await who.call('confirmDraft', { path: { id }, body: { code: '111111' }, key })).status).toBe(422);
    expect((await who.call('confirmDraft', { path: { id: randomUUID() }, body: { code }, key })).status).toBe(422);
    expect(await who.balance('USDT')).toBe('75');
  });

  it('is in no state while it is being confirmed: “open” would say that nothing was done', async () => {
    const who = await rich(world, { USDT: '100' });
    const id = await drafted(who);
    const code = await codeSent(who, id);
    const key = `confirm-${id}`;
    await who.call('confirmDraft', { path: { id }, body: { code: otherCode(code) }, key });
    expect((await who.call('getDraft', { path: { id } })).body).toMatchObject({ state: 'open', triesLeft: 4 });
    await who.call('confirmDraft', { path: { id }, body: { code }, key });
    const answered = { done_at: world.clock.now(), status: 200 };
    const running = { done_at: null, status: null, leased_until: new Date(world.clock.now().getTime() + 60_000) };
    const call = () => world.db.updateTable('requests').where('key', '=', key);
    // As if it had not ended yet.
    await call().set(running).execute();
    expect(await who.call('getDraft', { path: { id } })).toMatchObject({
      status: 409,
      body: { code: 'request_running', retryAfterSeconds: 1 },
    });
    await call().set(answered).execute();
    expect((await who.call('getDraft', { path: { id } })).body).toMatchObject({ state: 'executed' });
  });

  it('says how long its code is valid and when another may be requested, even after some time and in a repeated call', async () => {
    const who = await rich(world, { USDT: '100' });
    const id = await drafted(who);
    expect((await who.call('getDraft', { path: { id } })).body).toMatchObject({
      codeSent: false,
      codeExpiresIn: null,
      resendIn: null,
    });
    const key = randomUUID();
    const { body } = await who.call('sendDraftCode', { path: { id }, key });
    // The code is valid no longer than what it confirms.
    expect(body).toMatchObject({ codeSent: true, codeExpiresIn: body.expiresIn, resendIn: 60 });
    world.clock.advance(20);
    expect((await who.call('getDraft', { path: { id } })).body).toMatchObject({
      codeExpiresIn: body.expiresIn - 20,
      resendIn: 40,
    });
    expect((await who.call('sendDraftCode', { path: { id }, key })).body).toMatchObject({
      codeExpiresIn: body.expiresIn - 20,
      resendIn: 40,
    });
    world.clock.advance(60);
    expect((await who.call('getDraft', { path: { id } })).body).toMatchObject({ resendIn: 0 });
  });

  it('allows no guessing: of fifty parallel wrong codes five are counted, and the right one no longer works', async () => {
    const who = await rich(world, { USDT: '100' });
    const id = await drafted(who);
    const code = await codeSent(who, id);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        who.call('confirmDraft', { path: { id }, body: { code: otherCode(code, index + 1) } }),
      ),
    );
    expect(
      answers
        .filter(({ body }) => body.code === 'code_incorrect')
        .map(({ body }) => body.triesLeft)
        .sort(),
    ).toEqual([1, 2, 3, 4]);
    expect(answers.filter(({ body }) => body.code === 'code_used_up')).toHaveLength(46);
    expect((await who.call('confirmDraft', { path: { id }, body: { code } })).body.code).toBe('code_used_up');
    expect((await who.call('getDraft', { path: { id } })).body).toMatchObject({ state: 'open', triesLeft: 0 });
    world.clock.advance(60);
    expect((await who.confirm(id)).body.state).toBe('executed');
  });

  it('of a member with an app has five tries in total', async () => {
    const who = await rich(world, { USDT: '100' }, { secondFactor: true });
    const id = await drafted(who);
    const wrong = Array.from({ length: 8 }, (_, index) =>
      who.call('confirmDraft', { path: { id }, body: { code: otherCode(who.member.code(), index + 7) } }),
    );
    expect((await Promise.all(wrong)).filter(({ body }) => body.code === 'code_incorrect')).toHaveLength(4);
    expect((await who.call('confirmDraft', { path: { id }, body: { code: who.member.code() } })).body.code).toBe(
      'code_used_up',
    );
    expect((await who.call('sendDraftCode', { path: { id } })).body).toMatchObject({ codeSent: false, codeTo: null });
    expect(await who.balance('USDT')).toBe('100');
  });

  it('is bound to its code: that of another draft does not confirm it', async () => {
    const who = await rich(world, { USDT: '100' });
    const code = await codeSent(who, await drafted(who));
    const second = await drafted(who);
    expect((await who.call('confirmDraft', { path: { id: second }, body: { code } })).body.code).toBe('code_expired');
    expect((await who.call('confirmDraft', { path: { id: second }, body: { code: null } })).body.code).toBe(
      'code_expired',
    );
    // Another act: its first code is sent at once, and another one after a minute.
    expect(await who.call('sendDraftCode', { path: { id: second } })).toMatchObject({
      status: 200,
      body: { codeSent: true },
    });
    expect((await who.call('sendDraftCode', { path: { id: second } })).body).toMatchObject({
      status: 429,
      code: 'code_too_soon',
      retryAfterSeconds: 60,
    });
  });

  it('is void once a newer one of its kind was made, and once its five minutes are over', async () => {
    const who = await rich(world, { USDT: '100' });
    const first = await drafted(who);
    const code = await codeSent(who, first);
    const second = await drafted(who, { amount: '26' });
    expect((await who.call('confirmDraft', { path: { id: first }, body: { code } })).body).toMatchObject({
      status: 409,
      code: 'draft_expired',
    });
    expect((await who.call('sendDraftCode', { path: { id: first } })).body.code).toBe('draft_expired');
    expect((await who.call('getDraft', { path: { id: first } })).body).toMatchObject({
      state: 'expired',
      expiresIn: 0,
    });
    world.clock.advance(300);
    expect((await who.call('confirmDraft', { path: { id: second }, body: { code } })).body.code).toBe('draft_expired');
    expect(await who.balance('USDT')).toBe('100');
  });

  it('gets its code at once however many were confirmed within the hour, since a used code returns to the budget', async () => {
    const who = await rich(world, { USDT: '100' });
    for (let act = 0; act < 25; act += 1) {
      // Mails are distinguished by their time.
      world.clock.advance(1);
      expect((await who.confirm(await drafted(who, { amount: '1' }))).body.state).toBe('executed');
    }
    expect(await who.balance('USDT')).toBe('75');
  });

  it('gets no code after ten unused ones within the hour, and is told when; the authenticator app needs none', async () => {
    const who = await rich(world, { USDT: '100' });
    for (let act = 0; act < 10; act += 1) {
      expect((await who.call('sendDraftCode', { path: { id: await drafted(who, { amount: '1' }) } })).status).toBe(200);
      world.clock.advance(30);
    }
    const next = await drafted(who, { amount: '1' });
    const refused = await who.call('sendDraftCode', { path: { id: next } });
    expect(refused.body).toMatchObject({ status: 429, code: 'too_many_mails', retryAfterSeconds: 3600 - 10 * 30 });
    expect(refused.headers['retry-after']).toBe(String(3600 - 10 * 30));
    const { key } = await bindSecondFactor(world.services, who.member.id);
    const byApp = await drafted(who, { amount: '1' });
    expect(
      (await who.call('confirmDraft', { path: { id: byApp }, body: { code: codeOfKey(key, world.clock.now()) } })).body
        .state,
    ).toBe('executed');
    expect(await who.balance('USDT')).toBe('99');
  });

  it('is void once its member changes the second factor', async () => {
    const who = await rich(world, { USDT: '100' });
    const id = await drafted(who);
    const code = await codeSent(who, id);
    await bindSecondFactor(world.services, who.member.id);
    expect((await who.call('confirmDraft', { path: { id }, body: { code } })).body.code).toBe('draft_expired');
  });

  it('that exceeds the balance at confirmation leaves everything as it was, including the code', async () => {
    const who = await rich(world, { USDT: '100' });
    const transfer = await drafted(who, { amount: '100' });
    const code = await codeSent(who, transfer);
    const exchange = await who.call('createExchange', { body: { from: 'USDT', to: 'MSPC', amount: '1' } });
    expect((await who.confirm(exchange.body.id)).body.state).toBe('executed');
    expect((await who.call('confirmDraft', { path: { id: transfer }, body: { code } })).body).toMatchObject({
      status: 409,
      code: 'insufficient_balance',
    });
    expect((await who.call('getDraft', { path: { id: transfer } })).body).toMatchObject({
      state: 'open',
      triesLeft: 5,
      codeSent: true,
    });
    expect(await who.balance('USDT')).toBe('99');
  });
});

describe('the books', () => {
  it('agree at the end', async () => {
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
  });
});
