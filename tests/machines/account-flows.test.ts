import { describe, expect, it } from 'vitest';
import { resumable as resumableChange, routes } from '#machines/email-change/email-change.rules.ts';
import { resumable as resumableVerification } from '#machines/email-verification/email-verification.rules.ts';
import { resumable as resumablePassword } from '#machines/password-change/password-change.rules.ts';

/** What the account flows read from the storage, which may contain anything. */

const terms = { expiresIn: 600_000, resendIn: 60_000 };

describe('a change of address that a reload interrupted', () => {
  const saved = {
    linkSent: { version: 1, step: 'linkSent', key: 'key-12345678' },
    enteringNewEmail: { version: 1, step: 'enteringNewEmail', key: 'key-12345678', email: 'new@perch.example' },
    enteringCode: { version: 1, step: 'enteringCode', key: 'key-12345678', email: 'new@perch.example', terms },
    changingEmail: { version: 1, step: 'changingEmail', key: 'key-12345678', email: 'new@perch.example' },
  } as const;

  it.each(Object.values(saved))('resumes at the URL of $step', (checkpoint) => {
    expect(resumableChange(checkpoint, 0, routes[checkpoint.step])).toEqual(checkpoint);
    expect(resumableChange(checkpoint, 0, routes[checkpoint.step].toLowerCase())).toEqual(checkpoint);
  });

  it.each([saved.linkSent, saved.enteringNewEmail, saved.enteringCode])(
    'starts over at any URL but that of $step',
    (checkpoint) => {
      expect(resumableChange(checkpoint, 0, '/ChangeEmail1')).toBeNull();
    },
  );

  it('asks for the outcome of a change that was sent, wherever the member returns', () => {
    expect(resumableChange(saved.changingEmail, 0, '/ChangeEmail1')).toEqual(saved.changingEmail);
  });

  it('knows how long the code is still valid, never less than zero', () => {
    expect(resumableChange(saved.enteringCode, 45_000, '/ChangeEmail3')).toMatchObject({
      terms: { expiresIn: 555_000, resendIn: 15_000 },
    });
    expect(resumableChange(saved.enteringCode, 900_000, '/ChangeEmail3')).toMatchObject({
      terms: { expiresIn: 0, resendIn: 0 },
    });
    expect(resumableChange({ ...saved.enteringCode, terms: 'soon' }, 0, '/ChangeEmail3')).toMatchObject({
      terms: null,
    });
  });

  it.each([
    ['nothing', null],
    ['another version', { ...saved.enteringCode, version: 2 }],
    ['another step', { ...saved.enteringCode, step: 'enteringPassword' }],
    ['no key', { ...saved.enteringCode, key: 7 }],
    ['no address', { ...saved.enteringCode, email: null }],
    ['a text', 'enteringCode'],
  ])('starts over if %s is stored', (_, stored) => {
    expect(resumableChange(stored, 0, '/ChangeEmail3')).toBeNull();
  });
});

describe('a verification that a reload interrupted', () => {
  const entering = { version: 1, step: 'enteringCode', key: 'key-12345678', terms } as const;
  const verifying = { version: 1, step: 'verifyingCode', key: 'key-12345678' } as const;

  it('resumes at the code, with the time that is left', () => {
    expect(resumableVerification(entering, 10_000, true)).toEqual({
      ...entering,
      terms: { expiresIn: 590_000, resendIn: 50_000 },
    });
  });

  it('starts over on a new visit, unless a code was sent to the server', () => {
    expect(resumableVerification(entering, 0, false)).toBeNull();
    expect(resumableVerification(verifying, 0, false)).toEqual(verifying);
  });

  it.each([
    [null],
    [{ ...entering, version: 0 }],
    [{ ...entering, step: 'offering' }],
    [{ ...verifying, key: null }],
    [7],
  ])('starts over if %j is stored', (stored) => {
    expect(resumableVerification(stored, 0, true)).toBeNull();
  });
});

describe('a change of password that a reload interrupted', () => {
  const changing = { version: 1, step: 'changingPassword', key: 'key-12345678' } as const;

  it('asks for its outcome', () => {
    expect(resumablePassword(changing)).toEqual(changing);
  });

  it.each([
    [undefined],
    [null],
    [{ ...changing, version: 2 }],
    [{ ...changing, step: 'enteringPasswords' }],
    [{ version: 1, step: 'changingPassword' }],
  ])('starts over if %j is stored', (stored) => {
    expect(resumablePassword(stored)).toBeNull();
  });
});
