// What members chose to be mailed: kept for each, honoured where mails are written, and never for what protects them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { SENT_WHEN } from '#server/platform/mail/choices.ts';
import { MAIL_CHOICES, type AlarmKind, type MailKind, type NoticeKind } from '#server/platform/mail/kinds.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { enqueueMailTo, memberRecipient } from '#server/platform/mail/outbox.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { withoutMailOf } from '../support/notice-settings.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
});
afterAll(() => world.close());

const KINDS = Object.keys(SENT_WHEN) as MailKind[];
const ALWAYS = ['asked', 'protection', 'inYourName'];

const mailedTo = async (who: Rich): Promise<string[]> =>
  (
    await world.db
      .selectFrom('mails')
      .select('kind')
      .where('member_id', '=', who.member.id)
      .orderBy('created_at')
      .execute()
  ).map(({ kind }) => kind);
const settingsOf = async (who: Rich) => (await who.call('getNoticeSettings')).body;
const set = (who: Rich, body: ReturnType<typeof withoutMailOf>, key?: string) =>
  who.call('setNoticeSettings', { body, ...(key === undefined ? {} : { key }) });

/** Writes a mail of each kind, as if all of it had happened, and tells which are in the outbox then. */
async function mailEach(who: Rich): Promise<string[]> {
  await world.db.deleteFrom('mails').where('member_id', '=', who.member.id).execute();
  await inTransaction(world.db, async (trx) => {
    const to = await memberRecipient(trx, who.member.id);
    for (const kind of KINDS)
      await enqueueMailTo(trx, world.services, { kind, to, device: null, now: world.clock.now() });
  });
  return mailedTo(who);
}

describe('what is mailed', () => {
  it('is everything, where nothing was chosen', async () => {
    const who = await rich(world);
    expect(await settingsOf(who)).toEqual({ ...withoutMailOf(), always: ALWAYS });
    expect((await mailEach(who)).sort()).toEqual([...KINDS].sort());
  });

  it('is, with every choice switched off, what is always sent', async () => {
    const who = await rich(world);
    await set(who, withoutMailOf(...MAIL_CHOICES));
    const always = KINDS.filter((kind) => 'always' in SENT_WHEN[kind]);
    expect((await mailEach(who)).sort()).toEqual(always.sort());
    const chosen = KINDS.map((kind) => SENT_WHEN[kind]).flatMap((when) => ('choice' in when ? [when.choice] : []));
    expect([...new Set(chosen)].sort()).toEqual([...MAIL_CHOICES].sort());
  });

  it.each(MAIL_CHOICES)('is without %s everything else', async (choice) => {
    const who = await rich(world);
    expect((await set(who, withoutMailOf(choice))).body).toEqual({ ...withoutMailOf(choice), always: ALWAYS });
    const sent = new Set(await mailEach(who));
    const left = KINDS.filter((kind) => !sent.has(kind)).map((kind) => SENT_WHEN[kind]);
    expect(new Set(left.map((when) => JSON.stringify(when)))).toEqual(new Set([JSON.stringify({ choice })]));
  });

  it('is an alarm in any case, with its link', async () => {
    const who = await rich(world);
    await set(who, withoutMailOf(...MAIL_CHOICES));
    const kind: AlarmKind = 'passwordChanged';
    await inTransaction(world.db, (trx) =>
      enqueueAlarm(trx, world.services, { kind, memberId: who.member.id, device: null, now: world.clock.now() }),
    );
    expect((await mailedTo(who)).filter((each) => each === kind)).toHaveLength(1);
  });
});

describe('a transfer that is not mailed', () => {
  it('is in the list of notices, and the sender is mailed', async () => {
    const [from, to] = [await rich(world), await rich(world)];
    for (const who of [from, to]) await set(who, withoutMailOf(...MAIL_CHOICES));
    const { body } = await from.call('createTransfer', {
      body: { recipient: to.member.username, asset: 'USDT', amount: '5', note: 'Thanks' },
    });
    await from.confirm(body.id);
    const received: NoticeKind = 'transferReceived';
    expect(await mailedTo(to)).not.toContain(received);
    expect((await to.call('listNotices')).body.items).toMatchObject([{ kind: received, amount: '5' }]);
    expect(await mailedTo(from)).toContain('transferSent');
  });
});

describe('the settings', () => {
  it('are one member’s on every device, and switched on again', async () => {
    const [who, other] = [await rich(world), await rich(world)];
    await set(who, withoutMailOf('stakeFree'));
    expect((await settingsOf(await signedIn(world, who.member))).mail.stakeFree).toBe(false);
    expect((await settingsOf(other)).mail.stakeFree).toBe(true);
    expect((await set(who, withoutMailOf())).body.mail.stakeFree).toBe(true);
    expect(await mailEach(who)).toContain('stakeMatured');
  });

  it('are recorded when they change, and once for a key', async () => {
    const who = await rich(world);
    const changes = async () =>
      (await world.auditOf(who.member)).filter((kind) => kind === 'notice_settings_changed').length;
    await set(who, withoutMailOf());
    expect(await changes()).toBe(0);
    const key = 'settings-0001';
    const [first, again] = [
      await set(who, withoutMailOf('stakeFree'), key),
      await set(who, withoutMailOf('stakeFree'), key),
    ];
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect(await changes()).toBe(1);
    const reused = await set(who, withoutMailOf('inquiryAnswered'), key);
    expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect((await settingsOf(who)).mail).toEqual(withoutMailOf('stakeFree').mail);
  });

  it.each([
    ['without a kind', { mail: { stakeFree: false } }],
    ['with a kind that is always mailed', { mail: { ...withoutMailOf().mail, passwordChanged: false } }],
    ['with a word', { mail: { ...withoutMailOf().mail, stakeFree: 'no' } }],
  ])('are refused %s', async (_, body) => {
    const who = await rich(world);
    const answer = await who.callUnchecked('setNoticeSettings', { body });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(await settingsOf(who)).toEqual({ ...withoutMailOf(), always: ALWAYS });
  });

  it('are a member’s alone', async () => {
    expect((await world.browser().call('getNoticeSettings')).status).toBe(401);
    expect((await world.browser().call('setNoticeSettings', { body: withoutMailOf() })).status).toBe(401);
  });
});
