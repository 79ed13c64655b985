import { createActor, toPromise, type AnyActorLogic } from 'xstate';
import { describe, expect, it, vi } from 'vitest';
import { passwordRecoveryPorts } from '#src/flows/password-recovery/password-recovery.ports.ts';
import { usernameRecoveryPorts } from '#src/flows/username-recovery/username-recovery.ports.ts';
import type { Services } from '#src/services/services.ts';
import { apiOf } from './api-of.ts';

/** The outcomes of the recovery calls, besides those that the walks cover. */

const problem = (code: string) => ({
  type: `urn:perch:problem:${code}`,
  title: code,
  status: 400,
  code,
  reference: 'req-1',
});

function servicesThatAnswer(status: number, body: object) {
  const requests: { readonly url: string; readonly key: string | null; readonly body: string }[] = [];
  const api = apiOf(async (request) => {
    requests.push({ url: request.url, key: request.headers.get('Idempotency-Key'), body: await request.text() });
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
  const session = {
    tokens: () => ({ accessToken: 'pat_one' }),
    userInfo: (): { readonly username: string } | null => ({ username: 'Demo' }),
    forgetEverywhere: vi.fn(),
  };
  const services = { api, newId: () => 'next-key', session } as unknown as Services;
  return { services, requests, session };
}

/** The outcome of a port. */
function outcomeOf(port: AnyActorLogic, input: object): Promise<unknown> {
  return toPromise(createActor(port, { input } as never).start());
}

const account = { email: 'demo+one@perch.example', username: 'demo' };
const inputs = {
  forgetPassword: { key: 'key-12345', account },
  sendResetPasswordCodeByEmail: { key: 'key-12345', email: account.email },
  validateEmailAndUserName: { key: 'key-12345', account, code: '492039' },
  resetPassword: { key: 'key-12345', account, password: 'harbour violin sevenfold' },
  getRequestOutcome: { key: 'key-12345', account },
} as const;

type Port = keyof typeof inputs;

async function passwordPort(name: Port, status: number, body: object): Promise<unknown> {
  const { services } = servicesThatAnswer(status, body);
  return outcomeOf(passwordRecoveryPorts(services)[name] as AnyActorLogic, inputs[name]);
}

describe('the ports of a password recovery', () => {
  it.each<[Port, number, object, object]>([
    [
      'forgetPassword',
      200,
      { expiresIn: 600, resendIn: 60 },
      { kind: 'sent', key: 'next-key', terms: { expiresIn: 600_000, resendIn: 60_000 } },
    ],
    ['forgetPassword', 422, problem('idempotency_key_reused'), { kind: 'keyUsed', key: 'next-key' }],
    ['validateEmailAndUserName', 200, { expiresIn: 600 }, { kind: 'verified', key: 'next-key', grant: 600_000 }],
    ['getRequestOutcome', 200, { state: 'unknown' }, { kind: 'notDone' }],
    ['getRequestOutcome', 401, problem('session_ended'), { kind: 'sessionEnded' }],
  ])('%s: %i %j is %j', async (name, status, body, outcome) => {
    expect(await passwordPort(name, status, body)).toMatchObject(outcome);
  });

  it.each<[Port, number, string, string]>([
    ['forgetPassword', 409, 'request_running', 'throttled'],
    ['forgetPassword', 429, 'code_too_soon', 'tooSoon'],
    ['forgetPassword', 429, 'too_many_requests', 'throttled'],
    ['sendResetPasswordCodeByEmail', 400, 'recovery_expired', 'recoveryExpired'],
    ['sendResetPasswordCodeByEmail', 400, 'invalid_request', 'refused'],
    ['sendResetPasswordCodeByEmail', 422, 'idempotency_key_reused', 'refused'],
    ['validateEmailAndUserName', 400, 'code_incorrect', 'wrongCode'],
    ['validateEmailAndUserName', 400, 'code_expired', 'codeOver'],
    ['validateEmailAndUserName', 400, 'code_used_up', 'codeOver'],
    ['validateEmailAndUserName', 422, 'idempotency_key_reused', 'refused'],
    ['resetPassword', 400, 'recovery_expired', 'recoveryExpired'],
    ['resetPassword', 400, 'password_refused', 'passwordRefused'],
    ['resetPassword', 400, 'invalid_request', 'refused'],
    ['resetPassword', 413, 'payload_too_large', 'failed'],
    ['resetPassword', 503, 'maintenance', 'maintenance'],
  ])('%s: %i %s is %s', async (name, status, code, kind) => {
    expect(await passwordPort(name, status, problem(code))).toMatchObject({ kind, problem: { code } });
  });

  it('send the address as a query parameter, as the source prescribes, whatever characters it has', async () => {
    const { services, requests } = servicesThatAnswer(200, { expiresIn: 600, resendIn: 60 });
    await outcomeOf(
      passwordRecoveryPorts(services).sendResetPasswordCodeByEmail as AnyActorLogic,
      inputs.sendResetPasswordCodeByEmail,
    );
    const [sent] = requests;
    expect(new URL(sent?.url ?? '').searchParams.get('email')).toBe(account.email);
    expect(sent).toMatchObject({ key: 'key-12345', body: '' });
  });

  const wasReset: [Port, object][] = [
    ['resetPassword', { changedAt: '2026-11-21T04:00:00Z', frozen: null }],
    ['getRequestOutcome', { state: 'done', operationId: 'resetPassword', status: 200, answer: null }],
  ];

  it.each(wasReset)('%s forgets the session that the new password has ended', async (name, body) => {
    const { services, session } = servicesThatAnswer(200, body);
    await outcomeOf(passwordRecoveryPorts(services)[name] as AnyActorLogic, inputs[name]);
    expect(session.forgetEverywhere).toHaveBeenCalledTimes(1);
  });

  it.each(wasReset)('%s leaves another member signed in, and one of whom nothing is known yet', async (name, body) => {
    for (const present of [{ username: 'another' }, null]) {
      const { services, session } = servicesThatAnswer(200, body);
      session.userInfo = () => present;
      await outcomeOf(passwordRecoveryPorts(services)[name] as AnyActorLogic, inputs[name]);
      expect(session.forgetEverywhere).not.toHaveBeenCalled();
    }
  });
});

describe('the ports of a username recovery', () => {
  it.each<['sendEmailVerificationCodeNoLogin' | 'forgetUsername', number, object, object]>([
    [
      'sendEmailVerificationCodeNoLogin',
      200,
      { expiresIn: 600, resendIn: 60 },
      { kind: 'sent', key: 'next-key', terms: { expiresIn: 600_000, resendIn: 60_000 } },
    ],
    ['sendEmailVerificationCodeNoLogin', 422, problem('idempotency_key_reused'), { kind: 'keyUsed', key: 'next-key' }],
    ['sendEmailVerificationCodeNoLogin', 409, problem('request_running'), { kind: 'throttled' }],
    ['sendEmailVerificationCodeNoLogin', 429, problem('code_too_soon'), { kind: 'tooSoon' }],
    ['forgetUsername', 200, { sent: true }, { kind: 'nameSent' }],
    ['forgetUsername', 400, problem('code_incorrect'), { kind: 'wrongCode' }],
    ['forgetUsername', 400, problem('code_expired'), { kind: 'codeOver' }],
    ['forgetUsername', 400, problem('invalid_request'), { kind: 'refused' }],
  ])('%s: %i %j is %j', async (name, status, body, outcome) => {
    const { services, requests } = servicesThatAnswer(status, body);
    const port = usernameRecoveryPorts(services)[name] as AnyActorLogic;
    expect(await outcomeOf(port, { key: 'key-12345', email: account.email, code: '492039' })).toMatchObject(outcome);
    const purpose = name === 'forgetUsername' ? { code: '492039' } : { purpose: 'userName' };
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ email: account.email, ...purpose });
  });
});
