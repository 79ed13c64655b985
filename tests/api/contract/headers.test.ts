// Each header that an answer has besides those of every answer is described.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { readRoutes } from '#server/platform/contract/document.ts';
import type { OperationId } from '#server/platform/contract/types.ts';
import type { Answer } from '../support/call.ts';
import { createWorld, type World } from '../support/world.ts';

interface Described {
  $ref?: string;
  headers?: Record<string, unknown>;
}
interface Operation {
  responses: Record<string, Described>;
}
const SHARED = description.components.responses as unknown as Record<string, Described>;

const operationOf = (id: string): Operation => {
  const { path, method } = readRoutes().find(({ operationId }) => operationId === id) ?? { path: '', method: '' };
  return (description.paths as unknown as Record<string, Record<string, Operation>>)[path]?.[
    method.toLowerCase()
  ] as Operation;
};
const resolved = (response: Described | undefined): Described =>
  response?.$ref === undefined ? (response ?? {}) : (SHARED[response.$ref.split('/').at(-1) ?? ''] ?? {});
const headersOf = (response: Described | undefined) =>
  Object.keys(resolved(response).headers ?? {}).map((name) => name.toLowerCase());
const says = (response: Described | undefined, code: string) =>
  JSON.stringify(resolved(response)).includes(`"${code}"`);

const ids = readRoutes().map(({ operationId }) => operationId);

describe('the description', () => {
  it('has Retry-After with each refusal that says when to try again', () => {
    const waiting = ids.flatMap((id) =>
      Object.entries(operationOf(id).responses)
        .filter(([status, response]) => status === '429' || status === '503' || says(response, 'request_running'))
        .map(([status, response]) => ({ at: `${id} ${status}`, headers: headersOf(response) })),
    );
    expect(waiting.length).toBeGreaterThan(ids.length);
    expect(waiting.filter(({ headers }) => !headers.includes('retry-after')).map(({ at }) => at)).toEqual([]);
  });

  it('has Idempotency-Replayed with each answer that is saved under a key, and with no other', () => {
    const isSaved = (id: string) =>
      (readRoutes().find(({ operationId }) => operationId === id)?.parameters ?? []).some(
        ({ name }) => name === 'Idempotency-Key',
      ) && says(operationOf(id).responses['409'], 'request_running');
    const described = ids.filter((id) => headersOf(operationOf(id).responses['200']).includes('idempotency-replayed'));
    expect(described.length).toBeGreaterThan(40);
    expect(described).toEqual(ids.filter(isSaved));
  });
});

describe('an answer', () => {
  let world: World;
  beforeAll(async () => void (world = await createWorld()));
  afterAll(() => world.close());

  /** The headers that differ between answers. */
  const OWN = ['set-cookie', 'retry-after', 'idempotency-replayed', 'content-disposition'];
  const own = ({ headers }: Answer) => OWN.filter((name) => headers[name] !== undefined);
  const expected = (id: OperationId, { status }: Answer) => headersOf(operationOf(id).responses[String(status)]);

  it('has no header that is not described, and those that are', async () => {
    const member = await world.member({ secondFactor: true });
    const browser = world.browser();
    const email = 'headers@mail.example';
    const asking = { body: { email, purpose: 'signUp' as const }, key: 'headers-0001' };
    const answers: [OperationId, Answer, string[]][] = [];
    const note = async (id: OperationId, headers: string[], answer: Promise<Answer>) =>
      void answers.push([id, await answer, headers]);
    await note('createToken', ['set-cookie'], browser.signIn(member));
    await note(
      'verifyTwoFactor',
      ['set-cookie'],
      browser.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } }),
    );
    await note(
      'verifyTwoFactor',
      ['set-cookie'],
      browser.call('verifyTwoFactor', { body: { method: 'totp', code: '1' } }),
    );
    await note(
      'forgetPassword',
      ['set-cookie'],
      browser.call('forgetPassword', { body: { username: member.username, email: member.email }, key: 'headers-0002' }),
    );
    const ask = () => browser.call('sendEmailVerificationCodeNoLogin', asking);
    await note('sendEmailVerificationCodeNoLogin', ['set-cookie'], ask());
    await note('sendEmailVerificationCodeNoLogin', ['set-cookie', 'idempotency-replayed'], ask());
    await note(
      'sendEmailVerificationCodeNoLogin',
      ['retry-after'],
      browser.call('sendEmailVerificationCodeNoLogin', { ...asking, key: 'headers-0003' }),
    );
    for (const [id, answer, headers] of answers) {
      expect([id, answer.status, own(answer)]).toEqual([id, answer.status, headers]);
      expect(expected(id, answer), `${id} ${answer.status}`).toEqual(expect.arrayContaining(headers));
    }
  });
});
