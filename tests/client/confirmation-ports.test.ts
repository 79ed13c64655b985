// How the confirmation of money begins in a browser that can ask for a passkey, and in one that can't.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { confirmationCases } from '#machines/confirmation/confirmation.cases.ts';
import { confirmationPorts } from '#src/flows/confirmation/confirmation.ports.ts';
import type { Services } from '#src/services/services.ts';
import { apiOf } from './api-of.ts';

afterEach(() => vi.unstubAllGlobals());

const { asksPasskeyOrApp, asksPasskeyOrMail } = confirmationCases.outcomes.getDraft;

/** What the draft is said to require. */
async function required(draft: object): Promise<{ kind: string }> {
  const services = { api: apiOf(() => Promise.resolve(Response.json(draft))) } as unknown as Services;
  const { getDraft } = confirmationPorts(services, { options: null, credential: null });
  return toPromise(createActor(getDraft, { input: { draftId: 'draft' } }).start());
}

describe.each([
  ['an app', asksPasskeyOrApp, 'asksPasskeyOrApp', 'asksApp'],
  ['a mailbox', asksPasskeyOrMail, 'asksPasskeyOrMail', 'asksMail'],
] as const)('a member with a passkey and %s', (_, { reply }, byPasskey, byCode) => {
  const draft = reply?.body as object;

  it('begins with the passkey where the browser can ask for one', async () => {
    vi.stubGlobal('PublicKeyCredential', class {});
    vi.stubGlobal('navigator', { credentials: {} });
    expect((await required(draft)).kind).toBe(byPasskey);
  });

  it.each([
    ['nothing of passkeys', undefined, { credentials: {} }],
    ['no credentials', class {}, {}],
  ])('begins with the code where the browser knows %s', async (_what, known, navigator) => {
    vi.stubGlobal('PublicKeyCredential', known);
    vi.stubGlobal('navigator', navigator);
    expect((await required(draft)).kind).toBe(byCode);
  });
});
