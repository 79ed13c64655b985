import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CULTURES } from '#openapi/cultures.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { createJobs } from '#server/entry/jobs/jobs.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { startJobs } from '#server/platform/jobs/runner.ts';
import { enqueueMail, enqueueMailTo, memberRecipient } from '#server/platform/mail/outbox.ts';
import { ALARM_KINDS, type AlarmKind, type NoticeKind } from '#server/platform/mail/kinds.ts';
import { renderNotice } from '#server/platform/mail/render.ts';
import { sendMails } from '#server/platform/mail/send-mails.ts';
import { createMailer, type Mailer, type OutgoingMail } from '#server/platform/mail/transport.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { MONEY_VALUES } from '../support/mail-values.ts';
import { noPost } from '../support/push.ts';
import { createWorld, type World } from '../support/world.ts';
import { testConfig } from '#fixtures/club/config.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const KINDS: (NoticeKind | AlarmKind)[] = [
  ...ALARM_KINDS,
  'newSignIn',
  'refreshTokenReused',
  'userName',
  'accountFrozen',
  'passwordResetFrozen',
  'passwordResetOnlySupportThaws',
  'frozenFromFormerAddress',
  'accountThawedOverruled',
  'onlySupportThaws',
  'withdrawalAccepted',
  'withdrawalRefused',
  'withdrawalCompleted',
  'transferSent',
  'transferReceived',
  'planBought',
  'stakeMatured',
  'stakeRestaked',
  'stakeWithdrawn',
  'depositCredited',
  'depositRefused',
  'depositAtRetired',
  'addressRetired',
];
/** The notices after which withdrawals are held (S-12). */
const HOLDING: (NoticeKind | AlarmKind)[] = [
  'passwordResetFrozen',
  'passwordResetOnlySupportThaws',
  'twoFactorOnProvisional',
  'twoFactorOff',
  'twoFactorDropped',
  'passkeyAdded',
  'accountThawedHeld',
  'recoveryCodeUsed',
  'passwordReset',
  'emailChanged',
  'emailChangedOld',
  'addressGiven',
  'addressTaken',
];

async function enqueue(member: TestMember, kind: NoticeKind = 'newSignIn'): Promise<void> {
  await inTransaction(world.db, (trx) =>
    enqueueMail(trx, world.services, { kind, memberId: member.id, device: 'Chrome, Android', now: world.clock.now() }),
  );
}

const rowsOf = (member: TestMember) =>
  world.db.selectFrom('mails').selectAll().where('member_id', '=', member.id).execute();
const run = (mailer: Mailer) => sendMails(world.db, { mailer, clock: world.clock });
const send = async (mailer: Mailer) => (await run(mailer)).taken;

/** A mailer that records what it delivers, and fails on demand. */
function noting(): Mailer & { delivered: OutgoingMail[]; broken: boolean } {
  const mailer = {
    delivered: [] as OutgoingMail[],
    broken: false,
    deliver: async (mail: OutgoingMail) => {
      if (mailer.broken) throw new Error('connection refused');
      mailer.delivered.push(mail);
      return { kind: 'sent' as const };
    },
  };
  return mailer;
}

describe('a server that stops', () => {
  it('finishes the mail that is on its way, and leaves the rest to the next', async () => {
    const member = await world.member();
    for (let each = 0; each < 2; each += 1) await enqueue(member);
    const mailer = noting();
    const others = await world.db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute();
    expect(others.length).toBeGreaterThan(1);
    const { taken } = await sendMails(world.db, { mailer, clock: world.clock }, () => mailer.delivered.length > 0);
    expect([taken, mailer.delivered.length]).toEqual([1, 1]);
    await send(noting());
  });
});

describe('a code', () => {
  it('goes out before notices that wait longer, the one that ends next first, and not once it has expired', async () => {
    await world.db.deleteFrom('mails').execute();
    const member = await world.member();
    for (let each = 0; each < 25; each += 1) await enqueue(member);
    const code = async (code: string, seconds: number) => {
      const now = world.clock.now();
      const secret = { code, until: secondsAfter(now, seconds) };
      const values = { minutes: '10', ...MONEY_VALUES };
      const order = { kind: 'withdrawalCode', device: null, now, secret, values } as const;
      await inTransaction(world.db, async (trx) =>
        enqueueMailTo(trx, world.services, { ...order, to: await memberRecipient(trx, member.id) }),
      );
    };
    world.clock.advance(60);
    await code('111111', 1);
    await code('222222', 600);
    await code('333333', 300);
    world.clock.advance(1);
    const mailer = noting();
    expect(await run(mailer)).toEqual({ taken: 20, more: true });
    const codes = mailer.delivered.map(({ body }) => /^\d{6}$/m.exec(body)?.[0]);
    expect(codes).toEqual(['333333', '222222', ...Array.from({ length: 18 })]);
    expect(await run(mailer)).toEqual({ taken: 7, more: false });
    await world.db.deleteFrom('mails').execute();
  });
});

describe('a full run', () => {
  it('is followed by the next one at once, unless the mail server took nothing', async () => {
    const member = await world.member();
    for (let each = 0; each < 45; each += 1) await enqueue(member);
    const mailer = noting();
    mailer.broken = true;
    expect(await run(mailer)).toEqual({ taken: 20, more: false });
    mailer.broken = false;
    const jobs = createJobs(world.services, {
      mailer,
      post: noPost,
      payments: createPaymentListener(world.services),
      payer: { pay: () => Promise.reject(new Error('nothing is paid here')) },
      findDamage: async () => [],
      log: () => undefined,
    }).filter(({ name }) => name === 'send-mails');
    world.clock.advance(30);
    const errors: unknown[] = [];
    const running = startJobs(
      jobs.map((job) => ({ ...job, everySeconds: 3_600 })),
      { db: world.db, oneRunner: null, onError: (_job, error) => errors.push(error) },
    );
    await expect.poll(() => mailer.delivered.length, { timeout: 10_000 }).toBe(45);
    await running.stop();
    expect(errors).toEqual([]);
  });
});

describe('a mail that could not be sent', () => {
  it('is a line of the log with the server’s answer, once a run, without what belongs to the member', async () => {
    const member = await world.member();
    const { email, username } = member;
    const [local = ''] = email.split('@');
    const said = `Can't send mail: 550 5.1.1 <${email}>: ${local} unknown, ${username}; code 482913, https://a.example/#t`;
    const lines: string[] = [];
    const refusing: Mailer = { deliver: () => Promise.reject(new Error(said)) };
    const sendAndLog = () =>
      sendMails(world.db, { mailer: refusing, clock: world.clock, log: (line) => lines.push(line) });
    for (let each = 0; each < 2; each += 1) await enqueue(member);
    expect(await sendAndLog()).toEqual({ taken: 2, more: false });
    expect(lines).toEqual(["a mail could not be sent: Can't send mail: 550 5.1.1 … … unknown, … code … …"]);
    for (const { last_error: error } of await rowsOf(member)) expect(error).toBe(said);
    await world.db.updateTable('mails').set({ attempts: 29, next_attempt_at: world.clock.now() }).execute();
    await sendAndLog();
    expect(lines[1]).toMatch(/^a mail was given up after 30 tries: Can't send mail: 550 /);
  });
});

describe('the texts of notices', () => {
  it.each(CULTURES.flatMap((culture) => KINDS.map((kind) => [culture, kind] as const)))(
    '%s %s: time, device and what to do, without unfilled placeholders',
    (culture, kind) => {
      const { subject, body } = renderNotice({
        kind,
        culture,
        username: 'demo {left} $&',
        device: 'Chrome, Android',
        at: new Date('2026-11-21T04:05:06Z'),
        origin: 'https://wallet.example',
        supportEmail: SUPPORT_EMAIL,
        values: { left: '7', heldUntil: '2026-11-22 04:05:06', ...MONEY_VALUES },
        reason: 'suspectedScam',
      });
      for (const part of ['demo {left} $&', '2026-11-21 04:05:06', 'Chrome, Android']) expect(body).toContain(part);
      // A page, or support if the reader may not be able to sign in.
      expect(['https://wallet.example/', SUPPORT_EMAIL].filter((way) => body.includes(way))).not.toEqual([]);
      expect(subject).not.toMatch(/[{}]/);
      expect(body.replaceAll('{left}', '')).not.toMatch(/\{\w+\}/);
      if (kind === 'recoveryCodeUsed') expect(body).toContain('7');
      expect(body.includes('2026-11-22 04:05:06')).toBe(HOLDING.some((holding) => holding === kind));
    },
  );

  it('describe an unrecognized browser in the language of the mail', () => {
    const texts = CULTURES.map(
      (culture) =>
        renderNotice({
          kind: 'newSignIn',
          culture,
          username: 'x',
          device: '',
          at: new Date(0),
          origin: 'https://x.example',
          supportEmail: SUPPORT_EMAIL,
        }).body,
    );
    expect(new Set(texts).size).toBe(3);
    for (const text of texts) expect(text).not.toMatch(/(Device|端末|设备)[:：]\s*\n/);
  });
});

describe('the outbox', () => {
  it('has a mail only if what it reports was committed', async () => {
    const member = await world.member();
    const undone = inTransaction(world.db, async (trx) => {
      await enqueueMail(trx, world.services, {
        kind: 'newSignIn',
        memberId: member.id,
        device: '',
        now: world.clock.now(),
      });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await rowsOf(member)).toEqual([]);
  });

  it('keeps the rendered message if no mail server is configured', async () => {
    const member = await world.member({ name: '佐藤 美香', culture: 'ja-JP' });
    await enqueue(member);
    await send(createMailer(testConfig()));
    const [mail] = await rowsOf(member);
    expect(mail?.sent_at).toBeNull();
    expect(mail?.eml).toContain(`<${member.email}>`);
    expect(mail?.eml).toContain('From: Perch <no-reply@wallet.example>');
    expect(await send(createMailer(testConfig()))).toBe(0);
  });

  it('sends each mail once, even with two senders running', async () => {
    const member = await world.member();
    for (let count = 0; count < 12; count += 1) await enqueue(member);
    const mailer = noting();
    await Promise.all([send(mailer), send(mailer), send(mailer)]);
    const ids = mailer.delivered.map((mail) => mail.id);
    expect(ids).toHaveLength(12);
    expect(new Set(ids).size).toBe(12);
    expect((await rowsOf(member)).every((row) => row.sent_at !== null)).toBe(true);
  });

  it('waits longer after each failure and sends when the mail server is back', async () => {
    const member = await world.member();
    await enqueue(member);
    const mailer = noting();
    mailer.broken = true;
    const waits = [];
    for (let attempt = 0; attempt < 9; attempt += 1) {
      expect(await send(mailer)).toBe(1);
      expect(await send(mailer)).toBe(0);
      const [mail] = await rowsOf(member);
      expect(mail).toMatchObject({ attempts: attempt + 1, last_error: 'connection refused' });
      const wait = ((mail?.next_attempt_at.getTime() ?? 0) - world.clock.now().getTime()) / 1000;
      waits.push(wait);
      world.clock.advance(wait);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
    mailer.broken = false;
    await send(mailer);
    expect((await rowsOf(member))[0]).toMatchObject({ sent_at: world.clock.now(), last_error: null });
  });

  it('gives up after thirty attempts and leaves the mail for an operator', async () => {
    const member = await world.member();
    await enqueue(member);
    await world.db.updateTable('mails').set({ attempts: 29 }).where('member_id', '=', member.id).execute();
    const mailer = noting();
    mailer.broken = true;
    await send(mailer);
    expect((await rowsOf(member))[0]?.given_up_at).toEqual(world.clock.now());
    world.clock.advance(86_400);
    expect(await send(mailer)).toBe(0);
  });

  it('takes over the mails of a dead sender after its lease', async () => {
    const member = await world.member();
    await enqueue(member);
    const dying: Mailer = { deliver: () => new Promise(() => undefined) };
    void send(dying);
    const mailer = noting();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await send(mailer)).toBe(0);
    world.clock.advance(121);
    expect(await send(mailer)).toBe(1);
  });
});

describe('over SMTP', () => {
  it('a mail arrives as text with the member as its only recipient, whatever the name contains', async () => {
    const received: { to: string[]; text: string }[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          received.push({
            to: session.envelope.rcptTo.map((to) => to.address),
            text: Buffer.concat(chunks).toString(),
          });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    const member = await world.member({ name: 'Eve\r\nBcc: victim@mail.example, "x" <other@mail.example>' });
    await enqueue(member);
    await send(createMailer(testConfig({ smtpUrl: `smtp://127.0.0.1:${port}` })));
    await new Promise<void>((resolve) => server.close(resolve));
    const [mail] = received.filter((each) => each.to.includes(member.email));
    expect(mail?.to).toEqual([member.email]);
    expect(mail?.text).not.toMatch(/^Bcc:/im);
    expect(mail?.text).toContain('Subject: New sign-in to your Perch account');
    expect(mail?.text).toContain('Auto-Submitted: auto-generated');
  });
});
