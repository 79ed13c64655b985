// Mails over a real mail server (S-25): they arrive complete and once; a server that is down, refuses or lies delays
// them and breaks nothing.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { createJobs } from '#server/entry/jobs/jobs.ts';
import { startJobs } from '#server/platform/jobs/runner.ts';
import type { AlarmKind } from '#server/platform/mail/kinds.ts';
import { sendMails } from '#server/platform/mail/send-mails.ts';
import { createMailer, type Mailer } from '#server/platform/mail/transport.ts';
import { openMailServer, readMail, type MailServer } from '#tests/api/support/mail-server.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { noPost } from '#tests/api/support/push.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { testConfig } from '#fixtures/club/config.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const mailerTo = (smtpUrl: string) => createMailer(testConfig({ smtpUrl }));
const at = (server: MailServer) => `smtp://127.0.0.1:${server.port}`;
const send = async (mailer: Mailer) => (await sendMails(world.db, { mailer, clock: world.clock })).taken;
const rowsOf = (member: TestMember) =>
  world.db.selectFrom('mails').selectAll().where('member_id', '=', member.id).orderBy('created_at').execute();
const to = (server: MailServer, member: TestMember) => server.received.filter((mail) => mail.to.includes(member.email));

async function enqueue(member: TestMember, kind: AlarmKind = 'passwordChanged'): Promise<void> {
  await inTransaction(world.db, (trx) =>
    enqueueAlarm(trx, world.services, { kind, memberId: member.id, device: 'Chrome, Android', now: world.clock.now() }),
  );
}

/** Sends until nothing is due: mails of other tests wait in the same outbox. */
async function sendAll(mailer: Mailer): Promise<void> {
  while ((await send(mailer)) > 0);
}

describe('a mail that arrives', () => {
  it.each([
    ['en-US', 'Your Perch password was changed'],
    ['ja-JP', '【Perch】パスワードが変更されました'],
    ['zh-CN', '【Perch】您的密码已修改'],
  ] as const)('is text and HTML in %s with the right headers', async (culture, subject) => {
    const server = await openMailServer();
    const member = await world.member({ culture });
    await enqueue(member);
    await sendAll(mailerTo(at(server)));
    await server.close();
    const [mail] = to(server, member);
    const [row] = await rowsOf(member);
    const { headers, text, html } = readMail(mail?.raw ?? '');
    expect(headers.get('content-type')).toMatch(/^multipart\/alternative;/);
    expect(Object.fromEntries(headers)).toMatchObject({
      from: 'Perch <no-reply@wallet.example>',
      to: expect.stringContaining(`<${member.email}>`),
      subject,
      date: world.clock.now().toUTCString().replace('GMT', '+0000'),
      'message-id': `<${row?.id}@wallet.example>`,
      'auto-submitted': 'auto-generated',
      'content-language': culture,
      'mime-version': '1.0',
    });
    expect(headers.get('to')).toContain(member.username);
    expect(text).toBe(row?.body);
    expect(html).toBe(row?.html);
    expect(row).toMatchObject({ sent_at: world.clock.now(), eml: null, last_error: null });
  });

  it('goes only to the member, whatever the recipient is called', async () => {
    const server = await openMailServer();
    const member = await world.member();
    await enqueue(member);
    const called = 'Eve\r\nBcc: victim@mail.example, "x" <other@mail.example>';
    await world.db.updateTable('mails').set({ recipient_name: called }).where('member_id', '=', member.id).execute();
    await sendAll(mailerTo(at(server)));
    await server.close();
    expect(to(server, member).map((mail) => mail.to)).toEqual([[member.email]]);
    expect(to(server, member)[0]?.raw).not.toMatch(/^Bcc:/im);
  });
});

describe('a mail server that requires authentication', () => {
  const askingFor = (password: string) =>
    openMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (auth, _session, done) =>
        auth.username === 'perch' && auth.password === password
          ? done(null, { user: 'perch' })
          : done(new Error('wrong')),
    });

  it('gets the user and the password of the configuration', async () => {
    const password = randomUUID();
    const server = await askingFor(password);
    const member = await world.member();
    await enqueue(member);
    await sendAll(mailerTo(`smtp://perch:${password}@127.0.0.1:${server.port}`));
    await server.close();
    expect(to(server, member)).toHaveLength(1);
  });

  it('and refuses it: the mail waits, and its error names no password', async () => {
    const server = await askingFor('right');
    const member = await world.member();
    await enqueue(member);
    const secret = `hunter2${randomUUID()}`;
    await sendAll(mailerTo(`smtp://perch:${secret}@127.0.0.1:${server.port}`));
    await server.close();
    const [row] = await rowsOf(member);
    expect(row).toMatchObject({
      sent_at: null,
      given_up_at: null,
      attempts: 1,
      last_error: expect.stringContaining('Invalid login'),
    });
    expect(JSON.stringify(row)).not.toContain('hunter2');
    await settle();
  });
});

describe('a mail server with an untrusted certificate', () => {
  it.each(['smtp', 'smtps'])('gets no mail over %s: private content is not sent to a stranger', async (scheme) => {
    const server = await openMailServer({ disabledCommands: [], secure: scheme === 'smtps' });
    const member = await world.member();
    await enqueue(member);
    await sendAll(mailerTo(`${scheme}://127.0.0.1:${server.port}`));
    await server.close();
    expect(server.received).toEqual([]);
    expect((await rowsOf(member))[0]).toMatchObject({
      sent_at: null,
      attempts: 1,
      last_error: expect.stringMatching(/certificate/i),
    });
    await settle();
  });
});

describe('a mail server without TLS', () => {
  it('gets no mail if TLS is required: nothing is sent to an attacker who removed STARTTLS', async () => {
    const server = await openMailServer();
    const member = await world.member();
    await enqueue(member);
    await sendAll(createMailer(testConfig({ smtpUrl: at(server), smtpRequiresTls: true })));
    await server.close();
    expect(server.received).toEqual([]);
    expect((await rowsOf(member))[0]).toMatchObject({
      sent_at: null,
      attempts: 1,
      last_error: expect.stringMatching(/STARTTLS/i),
    });
    await settle();
  });
});

describe('a mail server that refuses', () => {
  it.each([
    [550, 'no such mailbox'],
    [451, 'come back later'],
  ])('one recipient with %i: that mail is retried, all others are sent', async (responseCode, message) => {
    let refuses = true;
    const [bad, good] = [await world.member(), await world.member()];
    const server = await openMailServer({
      onRcptTo: (address, _session, done) =>
        refuses && address.address === bad.email ? done(Object.assign(new Error(message), { responseCode })) : done(),
    });
    await enqueue(bad);
    await enqueue(good);
    const mailer = mailerTo(at(server));
    await sendAll(mailer);
    expect([to(server, bad), to(server, good)].map((mails) => mails.length)).toEqual([0, 1]);
    expect((await rowsOf(bad))[0]).toMatchObject({
      sent_at: null,
      attempts: 1,
      last_error: expect.stringContaining(message),
      next_attempt_at: new Date(world.clock.now().getTime() + 30_000),
    });
    refuses = false;
    await sendAll(mailer);
    expect(to(server, bad)).toHaveLength(0);
    world.clock.advance(30);
    await sendAll(mailer);
    await server.close();
    expect([to(server, bad), to(server, good)].map((mails) => mails.length)).toEqual([1, 1]);
  });

  it('a message after it was sent: it is retried under the same Message-ID, so that it counts as one', async () => {
    let refuses = true;
    const ids: (string | undefined)[] = [];
    const server = await openMailServer({
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          ids.push(/^Message-ID: (.*)$/im.exec(Buffer.concat(chunks).toString())?.[1]?.trim());
          done(refuses ? Object.assign(new Error('try again'), { responseCode: 452 }) : null);
        });
      },
    });
    const member = await world.member();
    await enqueue(member);
    await sendAll(mailerTo(at(server)));
    refuses = false;
    world.clock.advance(30);
    await sendAll(mailerTo(at(server)));
    await server.close();
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('a mail server that is down', () => {
  it('delays mails and breaks nothing; when it is up again each arrives once', async () => {
    const gone = await openMailServer();
    await gone.close();
    const mailer = mailerTo(at(gone));
    const members = [];
    for (let count = 0; count < 5; count += 1) {
      const member = await world.member();
      expect((await world.browser().signIn(member)).body.result).toBe('granted');
      members.push(member);
    }
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await sendAll(mailer);
      world.clock.advance(300);
    }
    for (const member of members)
      expect((await rowsOf(member))[0]).toMatchObject({
        sent_at: null,
        attempts: 3,
        last_error: expect.stringContaining('ECONNREFUSED'),
      });
    const back = await openMailServer({}, gone.port);
    await Promise.all([sendAll(mailer), sendAll(mailerTo(at(back))), sendAll(mailer)]);
    await back.close();
    for (const member of members) expect(to(back, member)).toHaveLength(1);
  });

  it('even in the middle of a mail, which then arrives complete', async () => {
    const server = await openMailServer({
      onData: (stream) => stream.once('data', () => stream.destroy()),
      socketTimeout: 200,
      closeTimeout: 100,
    });
    const member = await world.member();
    await enqueue(member);
    await sendAll(mailerTo(at(server)));
    await server.close();
    expect((await rowsOf(member))[0]).toMatchObject({ sent_at: null, attempts: 1, last_error: expect.any(String) });
    const back = await openMailServer({}, server.port);
    world.clock.advance(30);
    await sendAll(mailerTo(at(back)));
    await back.close();
    expect(readMail(to(back, member)[0]?.raw ?? '').text).toBe((await rowsOf(member))[0]?.body);
  });

  it('is reached by the jobs of several processes at once, and still each mail arrives once', async () => {
    const server = await openMailServer();
    const member = await world.member();
    for (let count = 0; count < 30; count += 1) await enqueue(member);
    const errors: unknown[] = [];
    const processes = Array.from({ length: 3 }, () => {
      const jobs = createJobs(world.services, {
        mailer: mailerTo(at(server)),
        post: noPost,
        payments: createPaymentListener(world.services),
        payer: { pay: () => Promise.reject(new Error('nothing is paid here')) },
        findDamage: (db) => world.database.findDamage(db),
        log: () => undefined,
      }).filter((job) => job.name === 'send-mails');
      return startJobs(
        jobs.map((job) => ({ ...job, everySeconds: 0.05 })),
        { db: world.db, oneRunner: null, onError: (_job, error) => errors.push(error) },
      );
    });
    for (let wait = 0; wait < 100 && to(server, member).length < 30; wait += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    await Promise.all(processes.map((each) => each.stop()));
    await server.close();
    const ids = to(server, member).map((mail) => readMail(mail.raw).headers.get('message-id'));
    expect(ids).toHaveLength(30);
    expect(new Set(ids).size).toBe(30);
    expect(errors).toEqual([]);
  });
});

describe('a mail server that is slow', () => {
  it('keeps no mail beyond its lease: a second sender takes the others, but never the one being sent', async () => {
    const [slow, fast] = [await world.member(), await world.member()];
    await settle();
    await enqueue(slow);
    world.clock.advance(1);
    await enqueue(fast);
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const delivered: string[] = [];
    const lingering: Mailer = {
      deliver: async (mail) => {
        await gate;
        delivered.push(mail.recipient);
        return { kind: 'sent' };
      },
    };
    const prompt: Mailer = { deliver: async (mail) => (delivered.push(mail.recipient), { kind: 'sent' }) };
    const first = send(lingering);
    await new Promise((resolve) => setTimeout(resolve, 100));
    world.clock.advance(119);
    expect(await send(prompt)).toBe(1);
    release();
    await first;
    expect(delivered).toEqual([fast.email, slow.email]);
  });
});

/** Removes what other tests left waiting. */
async function settle(): Promise<void> {
  await world.db
    .updateTable('mails')
    .set({ given_up_at: world.clock.now() })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute();
}
