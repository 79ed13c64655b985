import { createActor, fromPromise, type AnyActorRef } from 'xstate';
import { describe, expect, it } from 'vitest';
import { passwordRecoveryMachine } from '#machines/password-recovery/password-recovery.machine.ts';
import { resumable as resumablePassword } from '#machines/password-recovery/password-recovery.rules.ts';
import { usernameRecoveryMachine } from '#machines/username-recovery/username-recovery.machine.ts';
import { resumable as resumableUsername } from '#machines/username-recovery/username-recovery.rules.ts';

/**
 * What the generated walks of the two recoveries can't see: which key each call carries, and which checkpoints are
 * accepted.
 */

const account = { email: 'demo@perch.example', username: 'demo' };
const other = { email: 'nori@perch.example', username: 'nori' };
const terms = { expiresIn: 600_000, resendIn: 60_000 };

/** Ports that return the answers of a list in order, and record the keys that they were called with. */
function scripted(answers: readonly object[]) {
  const keys: string[] = [];
  const rest = [...answers];
  const port = fromPromise<never, { readonly key: string }>(({ input }) => {
    keys.push(input.key);
    const answer = rest.shift() ?? { lost: true };
    return 'lost' in answer ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(answer as never);
  });
  return { port, keys };
}

async function send(actor: AnyActorRef, ...events: readonly { readonly type: string }[]): Promise<void> {
  for (const event of events) {
    actor.send(event);
    for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
  }
}

const lost = { lost: true };
const sent = (key: string) => ({ kind: 'sent', key, terms });

describe('the keys of a password recovery', () => {
  const events = {
    account: { type: 'SUBMIT_FORM', account },
    other: { type: 'SUBMIT_FORM', account: other },
    code: { type: 'SUBMIT_CODE', code: '492039' },
    resend: { type: 'RESEND_CODE' },
    password: { type: 'SUBMIT_PASSWORD', password: 'harbour violin sevenfold' },
    back: { type: 'BACK' },
    retry: { type: 'RETRY' },
  };

  async function keysOf(
    answers: readonly object[],
    names: readonly (keyof typeof events)[],
  ): Promise<readonly string[]> {
    const { port, keys } = scripted(answers);
    const actors = Object.fromEntries(
      [
        'forgetPassword',
        'sendResetPasswordCodeByEmail',
        'validateEmailAndUserName',
        'resetPassword',
        'getRequestOutcome',
      ].map((name) => [name, port]),
    );
    const actor = createActor(passwordRecoveryMachine.provide({ actors } as never), {
      input: { key: 'one', resume: null },
    }).start();
    await send(actor, ...names.map((name) => events[name]));
    actor.stop();
    return keys;
  }

  it('are new after every answer', async () => {
    const answers = [
      sent('two'),
      sent('three'),
      { kind: 'verified', key: 'four', grant: 600_000 },
      { kind: 'set', frozen: 'no' },
    ];
    expect(await keysOf(answers, ['account', 'resend', 'code', 'password'])).toEqual([
      'one',
      'two-resend',
      'three',
      'four',
    ]);
  });

  it('stay the same while the response is lost, and after a refusal that changed nothing', async () => {
    const wrong = { kind: 'wrongCode', problem: null };
    expect(
      await keysOf([lost, sent('two'), lost, wrong, lost], ['account', 'account', 'code', 'code', 'code']),
    ).toEqual(['one', 'one', 'two', 'two', 'two']);
  });

  it('of another code differs from that of a code whose response was lost', async () => {
    expect(await keysOf([sent('two'), lost, lost, lost], ['account', 'code', 'resend', 'code'])).toEqual([
      'one',
      'two',
      'two-resend',
      'two',
    ]);
  });

  it('is replaced automatically if it belongs to another account', async () => {
    expect(await keysOf([lost, { kind: 'keyUsed', key: 'two' }, sent('three')], ['account', 'other'])).toEqual([
      'one',
      'one',
      'two',
    ]);
  });

  it('of a request after Back is not that of the one before', async () => {
    expect(await keysOf([sent('two'), sent('three')], ['account', 'back', 'account'])).toEqual(['one', 'two']);
  });

  it('of the new password is the one whose outcome is asked for', async () => {
    const answers = [
      sent('two'),
      { kind: 'verified', key: 'three', grant: 600_000 },
      lost,
      { kind: 'running' },
      { kind: 'done' },
    ];
    expect(await keysOf(answers, ['account', 'code', 'password', 'retry', 'retry'])).toEqual([
      'one',
      'two',
      'three',
      'three',
      'three',
    ]);
  });
});

describe('the keys of a username recovery', () => {
  it('are new after every answer, the same while it is lost, and replaced if they belong to another address', async () => {
    const { port, keys } = scripted([
      lost,
      { kind: 'keyUsed', key: 'two' },
      sent('three'),
      sent('four'),
      lost,
      { kind: 'nameSent' },
    ]);
    const actors = { sendEmailVerificationCodeNoLogin: port, forgetUsername: port };
    const actor = createActor(usernameRecoveryMachine.provide({ actors } as never), {
      input: { key: 'one', resume: null },
    }).start();
    const code = { type: 'SUBMIT_CODE', code: '492039' };
    await send(
      actor,
      { type: 'SUBMIT_FORM', email: account.email } as never,
      { type: 'SUBMIT_FORM', email: other.email } as never,
      { type: 'RESEND_CODE' },
      code,
      code,
    );
    actor.stop();
    expect(keys).toEqual(['one', 'one', 'two', 'three-resend', 'four', 'four']);
  });
});

describe('a stored password recovery', () => {
  const at = (step: string, more: object = {}) => ({ version: 1, step, key: 'key', account, terms: null, ...more });

  it.each([
    ['enteringAccount', '/ForgotPassword'],
    ['enteringCode', '/forgotpassword2/'],
    ['enteringPassword', '/ResetPassword'],
    ['showingDone', '/DonePassword'],
  ])('at %s is resumed at %s, and nowhere else', (step, pathname) => {
    expect(resumablePassword(at(step), 0, pathname)).toEqual(at(step));
    expect(resumablePassword(at(step), 0, '/Forgot')).toBeNull();
  });

  it('whose password was sent is resumed wherever the member returns', () => {
    expect(resumablePassword(at('settingPassword'), 0, '/ForgotPassword')).toEqual(at('settingPassword'));
  });

  it('has a code whose validity is reduced by the time that has passed, never below zero', () => {
    const stored = at('enteringCode', { terms });
    expect(resumablePassword(stored, 50_000, '/ForgotPassword2')?.terms).toEqual({
      expiresIn: 550_000,
      resendIn: 10_000,
    });
    expect(resumablePassword(stored, 700_000, '/ForgotPassword2')?.terms).toEqual({ expiresIn: 0, resendIn: 0 });
  });

  it.each([
    ['nothing', null],
    ['a text', 'enteringCode'],
    ['another version', at('enteringCode', { version: 2 })],
    ['an unknown step', at('paying')],
    ['no key', at('enteringCode', { key: 7 })],
    ['no account where one is needed', at('enteringCode', { account: null })],
    ['half an account', at('enteringCode', { account: { email: account.email } })],
  ])('that is %s is dropped', (_, stored) => {
    expect(resumablePassword(stored, 0, '/ForgotPassword2')).toBeNull();
  });

  it('with malformed times is resumed without them', () => {
    expect(
      resumablePassword(at('enteringCode', { terms: { expiresIn: 'soon' } }), 0, '/ForgotPassword2')?.terms,
    ).toBeNull();
  });
});

describe('a stored username recovery', () => {
  const at = (step: string, more: object = {}) => ({
    version: 1,
    step,
    key: 'key',
    email: account.email,
    terms: null,
    ...more,
  });

  it.each([
    ['enteringEmail', '/ForgotAccount'],
    ['enteringCode', '/forgotaccount2/'],
    ['showingDone', '/DoneAccount'],
  ])('at %s is resumed at %s, and nowhere else', (step, pathname) => {
    expect(resumableUsername(at(step), 0, pathname)).toEqual(at(step));
    expect(resumableUsername(at(step), 0, '/Forgot')).toBeNull();
  });

  it('has a code whose validity is reduced by the time that has passed', () => {
    expect(resumableUsername(at('enteringCode', { terms }), 50_000, '/ForgotAccount2')?.terms).toEqual({
      expiresIn: 550_000,
      resendIn: 10_000,
    });
  });

  it.each([
    ['nothing', null],
    ['another version', at('enteringCode', { version: 0 })],
    ['an unknown step', at('paying')],
    ['no key', at('enteringCode', { key: null })],
    ['no address where one is needed', at('enteringCode', { email: null })],
    ['damaged', at('enteringCode', { email: 7 })],
  ])('that is %s is dropped', (_, stored) => {
    expect(resumableUsername(stored, 0, '/ForgotAccount2')).toBeNull();
  });
});
