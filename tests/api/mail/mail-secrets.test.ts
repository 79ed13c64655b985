// Mails with a code or a link (S-01, S-03 and S-24): what they say, and that they keep their secret no longer than it
// is valid.
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CULTURES } from '#openapi/cultures.ts';
import { wipeMailSecrets } from '#server/entry/jobs/sweep.ts';
import type { SecretMailKind } from '#server/platform/mail/kinds.ts';
import { renderNotice } from '#server/platform/mail/render.ts';
import { sendMails } from '#server/platform/mail/send-mails.ts';
import { createMailer } from '#server/platform/mail/transport.ts';
import { MONEY_VALUES } from '../support/mail-values.ts';
import { codeTo, linkTo, mailsTo } from '../support/mails.ts';
import { PASSWORD } from '#fixtures/club/members.ts';
import { createWorld, type World } from '../support/world.ts';
import { testConfig } from '#fixtures/club/config.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const NAMED: Record<SecretMailKind, boolean> = {
  signUpCode: false,
  userNameCode: false,
  changeEmailCode: false,
  verifyEmailCode: true,
  bindTwoFactorCode: true,
  addPasskeyCode: true,
  changeEmailLink: true,
  passwordRecoveryCode: true,
  thawLink: true,
  withdrawalCode: true,
  transferCode: true,
  exchangeCode: true,
  purchaseCode: true,
  restakeCode: true,
};

describe('the texts of mails with a secret', () => {
  it.each(
    CULTURES.flatMap((culture) => (Object.keys(NAMED) as SecretMailKind[]).map((kind) => [culture, kind] as const)),
  )('%s %s', (culture, kind) => {
    const secret =
      kind === 'thawLink'
        ? { link: 'https://wallet.example/Thaw#token=thw_x' }
        : kind === 'changeEmailLink'
          ? { link: 'https://wallet.example/ChangeEmail2#token=ce%2Fx' }
          : { code: '492039' };
    const { subject, body } = renderNotice({
      kind,
      culture,
      username: NAMED[kind] ? 'demo' : null,
      device: 'Chrome, Android',
      at: new Date('2026-11-21T04:05:06Z'),
      origin: 'https://wallet.example',
      supportEmail: SUPPORT_EMAIL,
      values: { minutes: '10', ...MONEY_VALUES },
      ...secret,
    });
    expect(body.split('\n')).toContain(secret.code ?? secret.link);
    expect(subject).not.toContain('492039');
    for (const part of ['10', '2026-11-21 04:05:06', 'Chrome, Android']) expect(body).toContain(part);
    expect(`${subject}${body}`).not.toMatch(/\{\w+\}/);
    expect(body.includes('demo')).toBe(NAMED[kind] && kind !== 'signUpCode');
  });
});

describe('a code or link in the outbox', () => {
  const wipe = () => wipeMailSecrets(world.db, world.clock.now());
  const ask = (email: string) =>
    world.browser().call('sendEmailVerificationCodeNoLogin', { body: { email, purpose: 'signUp' } });
  const send = () => sendMails(world.db, { mailer: createMailer(testConfig()), clock: world.clock });

  it('stays while it is valid, and is wiped from body and rendered message once it has expired', async () => {
    const address = 'kept@mail.example';
    await ask(address);
    await send();
    const code = await codeTo(world, address, 'signUpCode');
    world.clock.advance(599);
    await wipe();
    expect((await mailsTo(world, address))[0]?.eml).toContain(code);
    world.clock.advance(1);
    await wipe();
    const [mail] = await mailsTo(world, address);
    expect(mail).toMatchObject({
      kind: 'signUpCode',
      body: '',
      html: '',
      eml: '',
      given_up_at: null,
      wiped_at: world.clock.now(),
    });
    await send();
    expect((await mailsTo(world, address))[0]?.attempts).toBe(1);
  });

  it('is left alone while the mail is being sent', async () => {
    const address = 'leased@mail.example';
    await ask(address);
    world.clock.advance(600);
    const leased = { leased_until: new Date(world.clock.now().getTime() + 1000) };
    await world.db.updateTable('mails').set(leased).where('recipient', '=', address).execute();
    await wipe();
    expect((await mailsTo(world, address))[0]?.wiped_at).toBeNull();
    world.clock.advance(1);
    await wipe();
    expect((await mailsTo(world, address))[0]?.wiped_at).toEqual(world.clock.now());
  });

  it('that could not be sent in time is given up and never sent', async () => {
    const address = 'late@mail.example';
    await ask(address);
    world.clock.advance(600);
    await wipe();
    expect((await mailsTo(world, address))[0]).toMatchObject({ body: '', eml: null, given_up_at: world.clock.now() });
    expect((await send()).taken).toBe(0);
  });

  it('is wiped after thirty minutes for links; notices stay', async () => {
    const member = await world.member();
    const browser = world.browser();
    const { accessToken: token } = await browser.session(member);
    await browser.call('sendChangeEmailUrl', { body: { password: PASSWORD }, token });
    expect((await linkTo(world, member.email, 'changeEmailLink')).pathname).toBe('/ChangeEmail2');
    world.clock.advance(1800);
    await wipe();
    const bodies = Object.fromEntries((await mailsTo(world, member.email)).map((mail) => [mail.kind, mail.body]));
    expect(bodies.changeEmailLink).toBe('');
    expect(bodies.newSignIn).toContain(member.username);
  });
});
