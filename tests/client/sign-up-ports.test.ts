import { createActor, toPromise, type AnyActorLogic } from 'xstate';
import { describe, expect, it, vi } from 'vitest';
import { emptyDraft } from '#machines/sign-up/sign-up.rules.ts';
import { newMember, places, typed } from '#machines/sign-up/sign-up.starts.ts';
import { createApi } from '#src/api/client.ts';
import { signUpPorts } from '#src/flows/sign-up/sign-up.ports.ts';
import { createRun } from '#src/flows/sign-up/sign-up.run.ts';
import { createCheckpoints } from '#src/services/checkpoints.ts';
import type { Services } from '#src/services/services.ts';
import { memory } from './memory.ts';

/** The outcomes of the sign-up calls for the chart, what is sent, and how long a code is valid after a reload. */

const problem = (code: string, rest: object = {}) => ({
  type: `urn:perch:problem:${code}`,
  title: code,
  status: 400,
  code,
  reference: 'req-1',
  ...rest,
});

function servicesThatAnswer(status: number, body: object) {
  const sent: { readonly key: string | null; readonly body: unknown }[] = [];
  const api = createApi({
    baseUrl: 'https://wallet.example/api',
    culture: () => 'en-US',
    accessToken: () => Promise.resolve(null),
    onSessionEnded: vi.fn(),
    onMaintenance: vi.fn(),
    fetch: async (request) => {
      const text = await request.text();
      sent.push({
        key: request.headers.get('Idempotency-Key'),
        body: text === '' ? null : (JSON.parse(text) as unknown),
      });
      return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
    },
  });
  const services = {
    api,
    newId: () => 'next-key',
    checkpoints: createCheckpoints(memory(), () => 0),
  } as unknown as Services;
  return { services, sent };
}

const draft = { ...emptyDraft, ...typed.introducer, ...typed.email, ...typed.details };
const inputs = {
  checkIntroducerAndSeatUser: typed.introducer,
  getSeatBottom: { seatNo: 42, position: 'left' },
  sendEmailVerificationCodeNoLogin: { key: 'key-12345', ...typed.email },
  verifyEmailNoLogin: { key: 'key-12345', ...typed.email, code: '492039' },
  isEmailExists: typed.email,
  registerInSeat: { key: 'key-12345', draft, place: places.left, password: 'correct-horse-battery' },
  getRequestOutcome: { key: 'key-12345', username: 'nori' },
} as const;

type Port = keyof typeof inputs;

async function ask(name: Port, status: number, body: object, input: object = inputs[name]) {
  const { services, sent } = servicesThatAnswer(status, body);
  const run = createRun(services);
  run.termsShown(3);
  const port = signUpPorts(services, run)[name] as AnyActorLogic;
  return { outcome: await toPromise(createActor(port, { input } as never).start()), sent };
}

describe('the ports', () => {
  it.each<[Port, number, string, string]>([
    ['checkIntroducerAndSeatUser', 400, 'user_not_found', 'unknownIntroducer'],
    ['checkIntroducerAndSeatUser', 400, 'seat_user_outside', 'seatUserOutside'],
    ['checkIntroducerAndSeatUser', 400, 'invalid_request', 'refused'],
    ['getSeatBottom', 404, 'not_found', 'noSeat'],
    ['sendEmailVerificationCodeNoLogin', 429, 'code_too_soon', 'tooSoon'],
    ['sendEmailVerificationCodeNoLogin', 429, 'too_many_requests', 'throttled'],
    ['sendEmailVerificationCodeNoLogin', 409, 'request_running', 'refused'],
    ['sendEmailVerificationCodeNoLogin', 422, 'idempotency_key_reused', 'keyUsed'],
    ['verifyEmailNoLogin', 400, 'code_incorrect', 'wrongCode'],
    ['verifyEmailNoLogin', 400, 'code_expired', 'codeOver'],
    ['verifyEmailNoLogin', 400, 'code_used_up', 'codeOver'],
    ['verifyEmailNoLogin', 400, 'invalid_request', 'refused'],
    ['verifyEmailNoLogin', 422, 'idempotency_key_reused', 'keyUsed'],
    ['isEmailExists', 403, 'email_not_verified', 'notVerified'],
    ['registerInSeat', 400, 'user_not_found', 'unknownIntroducer'],
    ['registerInSeat', 400, 'seat_user_outside', 'seatUserOutside'],
    ['registerInSeat', 400, 'password_refused', 'passwordRefused'],
    ['registerInSeat', 400, 'email_different', 'emailDifferent'],
    ['registerInSeat', 400, 'invalid_request', 'refused'],
    ['registerInSeat', 403, 'email_not_verified', 'notVerified'],
    ['registerInSeat', 409, 'seat_taken', 'seatTaken'],
    ['registerInSeat', 409, 'username_taken', 'usernameTaken'],
    ['registerInSeat', 409, 'email_taken', 'emailTaken'],
    ['registerInSeat', 409, 'request_running', 'running'],
    ['registerInSeat', 422, 'idempotency_key_reused', 'running'],
    ['getRequestOutcome', 401, 'session_ended', 'failed'],
  ])('%s: %i %s is %s', async (name, status, code, kind) => {
    expect((await ask(name, status, problem(code))).outcome).toMatchObject({ kind });
  });

  it('distinguish an unknown seat user from an unknown introducer by the field that the server names', async () => {
    const named = problem('user_not_found', { errors: { seatUser: ['This user does not exist.'] } });
    expect((await ask('checkIntroducerAndSeatUser', 400, named)).outcome).toMatchObject({ kind: 'unknownSeatUser' });
    expect(
      (await ask('registerInSeat', 400, problem('user_not_found', { errors: ['This user does not exist.'] }))).outcome,
    ).toMatchObject({ kind: 'unknownIntroducer' });
  });

  it('return the key of the next call with every response that has an effect or settles one', async () => {
    expect((await ask('sendEmailVerificationCodeNoLogin', 200, { expiresIn: 600, resendIn: 60 })).outcome).toEqual({
      kind: 'sent',
      key: 'next-key',
    });
    expect((await ask('verifyEmailNoLogin', 200, { proof: 'evp_1', expiresIn: 1800 })).outcome).toEqual({
      kind: 'proven',
      key: 'next-key',
    });
    expect((await ask('isEmailExists', 200, { existed: true })).outcome).toEqual({ kind: 'taken', key: 'next-key' });
  });

  it('send the terms that were shown, and optional fields only if something was typed', async () => {
    const registered = { ...newMember, seatNo: 243, position: 'left' };
    const plain = await ask('registerInSeat', 200, registered);
    expect(plain.outcome).toEqual({ kind: 'registered', member: newMember });
    expect(plain.sent).toEqual([
      {
        key: 'key-12345',
        body: {
          username: 'nori',
          name: 'Nori Tanaka',
          email: 'nori@perch.example',
          password: 'correct-horse-battery',
          introducer: 'K7Q2M9XA',
          position: 'left',
          parentSeatNo: 57,
          termsVersion: 3,
        },
      },
    ]);
    const full = await ask('registerInSeat', 200, registered, {
      ...inputs.registerInSeat,
      draft: { ...draft, seatUser: 'mika', phone: '+81 90 1234 5678' },
    });
    expect(full.sent[0]?.body).toMatchObject({ seatUser: 'mika', phone: '+81 90 1234 5678' });
  });
});

describe('the outcome of a registration', () => {
  const done = { state: 'done', operationId: 'registerInSeat', status: 200 };

  it('is the member that it created, only by name if the response is no longer kept', async () => {
    expect(
      (await ask('getRequestOutcome', 200, { ...done, answer: { ...newMember, seatNo: 243, position: 'left' } }))
        .outcome,
    ).toEqual({ kind: 'done', member: newMember });
    expect((await ask('getRequestOutcome', 200, { ...done, answer: null })).outcome).toEqual({
      kind: 'done',
      member: { username: 'nori', positionId: null, referralCode: null },
    });
  });

  it('is not a welcome if the key belongs to another call', async () => {
    await expect(
      ask('getRequestOutcome', 200, { ...done, operationId: 'verifyEmailNoLogin', answer: {} }),
    ).rejects.toMatchObject({ undocumented: true });
  });
});

describe('how long a code is valid', () => {
  const sent = { expiresIn: 600_000, resendIn: 60_000 };

  it('is still counted from when it was sent after a reload', () => {
    let now = 0;
    const checkpoints = createCheckpoints(memory(), () => now);
    const run = createRun({ checkpoints });
    expect(run.terms()).toBeNull();
    run.codeSent(sent);
    expect(run.terms()).toBe(sent);
    now = 90_000;
    expect(createRun({ checkpoints }).terms()).toEqual({ expiresIn: 510_000, resendIn: 0 });
  });

  it('is unknown if the stored value is damaged', () => {
    const checkpoints = createCheckpoints(memory(), () => 0);
    checkpoints.save('sign-up-code', { expiresIn: 'soon' });
    expect(createRun({ checkpoints }).terms()).toBeNull();
  });
});
