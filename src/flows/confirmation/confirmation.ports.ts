import { fromPromise } from 'xstate';
import type { CodeTerms } from '#machines/chart/code-terms.ts';
import { confirmationMachine } from '#machines/confirmation/confirmation.machine.ts';
import type {
  BeginDraftPasskeyOutcome,
  ConfirmDraftInput,
  ConfirmDraftOutcome,
  DraftInput,
  GetDraftOutcome,
  SendDraftCodeOutcome,
} from '#machines/confirmation/confirmation.types.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { mailWait } from '#src/api/shared-answers.ts';
import { settle, UndocumentedAnswer } from '#src/api/settle.ts';
import { codeEntries, type Entries } from '#src/flow/refused-entry.ts';
import { canUsePasskeys } from '#src/services/can-use-passkeys.ts';
import type { Services } from '#src/services/services.ts';
import { signingOf, type Signing } from './signing.ts';

type Draft = components['schemas']['Draft'];

/** The entry of the form that a refusal concerns, if it concerns one. */
export const confirmationEntries: Entries<'code'> = {
  ...codeEntries,
  insufficient_balance: null,
  asset_closed: null,
  address_not_allowed: null,
};

/** The port of a flow that confirms a draft: the machine of that step, with live ports. */
export function confirmationPort(services: Services) {
  return confirmationMachine.provide({ actors: confirmationPorts(services) });
}

/** The live ports of the step that confirms a draft. */
export function confirmationPorts(services: Services, signing: Signing = signingOf(services)) {
  return {
    getDraft: fromPromise<GetDraftOutcome, DraftInput>(({ input, signal }) => getDraft(services, input, signal)),
    beginDraftPasskey: fromPromise<BeginDraftPasskeyOutcome, DraftInput>(({ input }) =>
      beginDraftPasskey(services, signing, input),
    ),
    sendDraftCode: fromPromise<SendDraftCodeOutcome, DraftInput>(({ input }) => sendDraftCode(services, input)),
    confirmDraft: fromPromise<ConfirmDraftOutcome, ConfirmDraftInput>(({ input }) =>
      confirmDraft(services, signing, input),
    ),
  };
}

/** A missing draft does not prove that nothing was moved: old ones are deleted. */
const notThere = { not_found: 'refused' } as const;

function getDraft({ api }: Services, { draftId }: DraftInput, signal: AbortSignal): Promise<GetDraftOutcome> {
  return settle<'getDraft', GetDraftOutcome>(api.GET('/drafts/{id}', { params: { path: { id: draftId } }, signal }), {
    ...readAnswers,
    404: notThere,
    409: { request_running: 'running' },
    200: (draft) => {
      if (draft.state === 'executed') return { kind: 'executed', receiptId: receiptOf(draft) };
      if (draft.state === 'expired') return { kind: 'expired' };
      if (draft.secondFactor === 'none') return { kind: 'asksNothing' };
      // A browser that can't ask for a passkey begins with the code.
      const byPasskey = draft.passkey && canUsePasskeys();
      if (draft.secondFactor === 'totp') return { kind: byPasskey ? 'asksPasskeyOrApp' : 'asksApp' };
      if (byPasskey) return { kind: 'asksPasskeyOrMail', codeTo: draft.codeTo };
      const terms = termsOf(draft);
      return terms === null
        ? { kind: 'asksMail', codeTo: draft.codeTo }
        : { kind: 'mailSent', codeTo: draft.codeTo, terms };
    },
  });
}

function beginDraftPasskey(
  { api, newId }: Services,
  signing: Signing,
  { draftId }: DraftInput,
): Promise<BeginDraftPasskeyOutcome> {
  return settle<'beginDraftPasskey', BeginDraftPasskeyOutcome>(
    api.POST('/drafts/{id}/passkey', { params: { path: { id: draftId }, header: { 'Idempotency-Key': newId() } } }),
    {
      ...commonAnswers,
      401: { session_ended: 'sessionEnded' },
      404: notThere,
      409: { draft_expired: 'expired', no_passkey: 'noPasskey', request_running: 'running' },
      422: { idempotency_key_reused: 'refused' },
      200: ({ options }) => {
        signing.options = options;
        return { kind: 'begun' };
      },
    },
  );
}

function sendDraftCode({ api, newId }: Services, { draftId }: DraftInput): Promise<SendDraftCodeOutcome> {
  return settle<'sendDraftCode', SendDraftCodeOutcome>(
    api.POST('/drafts/{id}/code', { params: { path: { id: draftId }, header: { 'Idempotency-Key': newId() } } }),
    {
      ...commonAnswers,
      401: { session_ended: 'sessionEnded' },
      404: notThere,
      409: { draft_expired: 'expired', request_running: 'running' },
      422: { idempotency_key_reused: 'refused' },
      429: mailWait,
      200: (draft) => {
        const terms = termsOf(draft);
        if (terms === null) throw new UndocumentedAnswer('A code was sent, and nothing is said of it.', null);
        return { kind: 'sent', codeTo: draft.codeTo, terms };
      },
    },
  );
}

/** The key is derived from the draft, so that a repetition after a reload is the same call (P-3). */
function confirmDraft(
  { api }: Services,
  signing: Signing,
  { draftId, code, signed }: ConfirmDraftInput,
): Promise<ConfirmDraftOutcome> {
  const { credential } = signing;
  if (signed && credential === null) throw new Error('The device has signed nothing.');
  return settle<'confirmDraft', ConfirmDraftOutcome>(
    api.POST('/drafts/{id}/confirm', {
      body: { code, ...(signed && credential !== null ? { credential } : {}) },
      params: { path: { id: draftId }, header: { 'Idempotency-Key': `confirm-${draftId}` } },
    }),
    {
      ...commonAnswers,
      400: {
        code_incorrect: 'wrongCode',
        code_expired: 'codeSpent',
        code_used_up: 'codeSpent',
        passkey_refused: 'passkeyRefused',
        passkey_expired: 'passkeyRefused',
        invalid_request: 'refused',
      },
      401: { session_ended: 'sessionEnded' },
      403: { money_held: 'declined' },
      404: notThere,
      409: {
        draft_expired: 'expired',
        insufficient_balance: 'declined',
        rate_stale: 'declined',
        rate_moved: 'declined',
        asset_closed: 'declined',
        stake_not_matured: 'decided',
        no_passkey: 'passkeyRefused',
        address_not_allowed: 'declined',
        request_running: 'running',
      },
      // An earlier call used the key: the draft says what its outcome is.
      422: { idempotency_key_reused: 'running' },
      200: (draft) => ({ kind: 'executed', receiptId: receiptOf(draft) }),
    },
  );
}

/** How long the mailed code of a draft is valid and when another may be requested; null if there is none. */
function termsOf({ codeExpiresIn, resendIn }: Draft): CodeTerms | null {
  return codeExpiresIn === null || resendIn === null
    ? null
    : { expiresIn: codeExpiresIn * 1000, resendIn: resendIn * 1000 };
}

/** The receipt of a draft that is carried out, which the description promises. */
function receiptOf({ receiptId }: Draft): string {
  if (receiptId === null) throw new UndocumentedAnswer('A draft is carried out and has no receipt.', null);
  return receiptId;
}
