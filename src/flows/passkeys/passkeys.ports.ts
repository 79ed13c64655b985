import { fromPromise } from 'xstate';
import type { EarlierCall, EarlierCallInput } from '#machines/chart/earlier-call.ts';
import type {
  AddPasskeyInput,
  AddPasskeyOutcome,
  BeginPasskeyInput,
  BeginPasskeyOutcome,
  ListPasskeysOutcome,
  RemovePasskeyInput,
  RemovePasskeyOutcome,
  RenamePasskeyInput,
  RenamePasskeyOutcome,
  SendPasskeyCodeInput,
  SendPasskeyCodeOutcome,
} from '#machines/passkeys/passkeys.types.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { proofTyped } from '#src/api/second-factor.ts';
import { mailWait } from '#src/api/shared-answers.ts';
import { settle } from '#src/api/settle.ts';
import { passwordEntries } from '#src/flow/password-entries.ts';
import { codeEntries, type Entries } from '#src/flow/refused-entry.ts';
import type { PasskeyAttestation } from '#src/services/device.ts';
import type { Services } from '#src/services/services.ts';

/**
 * What the screens show and no machine keeps: the list, what the device is asked, and what it has made. It lives as
 * long as the run of the flow.
 */
export interface PasskeysOwn {
  list: components['schemas']['PasskeyList'] | null;
  options: components['schemas']['CreationOptions'] | null;
  name: string;
  credential: PasskeyAttestation | null;
}

/** Keeps what the device has made, for the call that follows. */
export function keepMade(own: PasskeysOwn, credential: PasskeyAttestation): void {
  own.credential = credential;
}

/** The entry of the form that a refusal concerns, if it concerns one. */
export const passkeysEntries: Entries<'password' | 'code'> = { ...passwordEntries, ...codeEntries };

/** The live ports of one run of the flow. */
export function passkeysPorts(services: Services, own: PasskeysOwn) {
  return {
    listPasskeys: fromPromise<ListPasskeysOutcome>(({ signal }) => listPasskeys(services, own, signal)),
    sendPasskeyCode: fromPromise<SendPasskeyCodeOutcome, SendPasskeyCodeInput>(({ input }) =>
      sendPasskeyCode(services, input),
    ),
    beginPasskey: fromPromise<BeginPasskeyOutcome, BeginPasskeyInput>(({ input }) =>
      beginPasskey(services, own, input),
    ),
    addPasskey: fromPromise<AddPasskeyOutcome, AddPasskeyInput>(({ input }) => addPasskey(services, own, input)),
    renamePasskey: fromPromise<RenamePasskeyOutcome, RenamePasskeyInput>(({ input }) => renamePasskey(services, input)),
    removePasskey: fromPromise<RemovePasskeyOutcome, RemovePasskeyInput>(({ input }) => removePasskey(services, input)),
    getRequestOutcome: fromPromise<EarlierCall, EarlierCallInput>(({ input, signal }) =>
      getRequestOutcome(services, input, signal),
    ),
  };
}

function listPasskeys({ api }: Services, own: PasskeysOwn, signal: AbortSignal): Promise<ListPasskeysOutcome> {
  return settle<'listPasskeys', ListPasskeysOutcome>(api.GET('/account/passkeys', { signal }), {
    ...readAnswers,
    200: (list) => {
      own.list = list;
      if (list.proof === 'app') return { kind: 'byApp' };
      return { kind: list.emailVerified ? 'byMail' : 'unverified' };
    },
  });
}

const keyed = (key: string) => ({ header: { 'Idempotency-Key': key } });

/** What the unsafe calls have in common. */
const unsafeAnswers = {
  ...commonAnswers,
  401: { session_ended: 'sessionEnded' },
} as const;

function sendPasskeyCode({ api, newId }: Services, { key }: SendPasskeyCodeInput): Promise<SendPasskeyCodeOutcome> {
  return settle<'sendPasskeyCode', SendPasskeyCodeOutcome>(api.POST('/account/passkeys/code', { params: keyed(key) }), {
    ...unsafeAnswers,
    403: { email_not_verified: 'unverified' },
    409: { two_factor_already_on: 'codeOfApp', request_running: 'running' },
    422: { idempotency_key_reused: 'refused' },
    429: mailWait,
    200: ({ expiresIn, resendIn }) => ({
      kind: 'sent',
      key: newId(),
      terms: { expiresIn: expiresIn * 1000, resendIn: resendIn * 1000 },
    }),
  });
}

function beginPasskey(
  { api, newId }: Services,
  own: PasskeysOwn,
  { key, proof, password, code, name }: BeginPasskeyInput,
): Promise<BeginPasskeyOutcome> {
  const proved = proof === 'app' ? { secondFactor: proofTyped(code) } : { emailCode: code };
  return settle<'beginPasskey', BeginPasskeyOutcome>(
    api.POST('/account/passkeys/begin', { body: { password, ...proved }, params: keyed(key) }),
    {
      ...unsafeAnswers,
      400: {
        password_incorrect: 'wrongPassword',
        code_incorrect: 'wrongCode',
        code_expired: 'codeOver',
        code_used_up: 'codeOver',
        second_factor_required: 'codeNeeded',
        invalid_request: 'refused',
      },
      403: { email_not_verified: 'unverified' },
      409: { too_many_passkeys: 'tenAlready', request_running: 'running' },
      422: { idempotency_key_reused: 'refused' },
      200: ({ options }) => {
        own.options = options;
        own.name = name;
        return { kind: 'begun', key: newId() };
      },
    },
  );
}

function addPasskey({ api }: Services, own: PasskeysOwn, { key }: AddPasskeyInput): Promise<AddPasskeyOutcome> {
  const { name, credential } = own;
  if (credential === null) throw new Error('The device has made nothing.');
  return settle<'addPasskey', AddPasskeyOutcome>(
    api.POST('/account/passkeys', { body: { name, credential }, params: keyed(key) }),
    {
      ...unsafeAnswers,
      400: { passkey_expired: 'notAdded', passkey_refused: 'notAdded', invalid_request: 'refused' },
      409: { passkey_known: 'notAdded', too_many_passkeys: 'notAdded', request_running: 'running' },
      // An earlier call used the key: its outcome is requested.
      422: { idempotency_key_reused: 'running' },
      200: () => ({ kind: 'added' }),
    },
  );
}

function renamePasskey({ api, newId }: Services, { key, id, name }: RenamePasskeyInput): Promise<RenamePasskeyOutcome> {
  return settle<'renamePasskey', RenamePasskeyOutcome>(
    api.POST('/account/passkeys/{id}/rename', { body: { name }, params: { path: { id }, ...keyed(key) } }),
    {
      ...unsafeAnswers,
      404: { not_found: 'noSuchPasskey' },
      409: { request_running: 'running' },
      422: { idempotency_key_reused: 'refused' },
      200: () => ({ kind: 'renamed', key: newId() }),
    },
  );
}

function removePasskey(
  { api }: Services,
  { key, id, password, code }: RemovePasskeyInput,
): Promise<RemovePasskeyOutcome> {
  const body = { password, ...(code === null ? {} : { secondFactor: proofTyped(code) }) };
  return settle<'removePasskey', RemovePasskeyOutcome>(
    api.POST('/account/passkeys/{id}/remove', { body, params: { path: { id }, ...keyed(key) } }),
    {
      ...unsafeAnswers,
      400: {
        password_incorrect: 'wrongPassword',
        code_incorrect: 'wrongCode',
        second_factor_required: 'codeNeeded',
        invalid_request: 'refused',
      },
      404: { not_found: 'noSuchPasskey' },
      409: { request_running: 'running' },
      422: { idempotency_key_reused: 'running' },
      200: () => ({ kind: 'removed' }),
    },
  );
}

function getRequestOutcome({ api }: Services, { key }: EarlierCallInput, signal: AbortSignal): Promise<EarlierCall> {
  return settle<'getRequestOutcome', EarlierCall>(api.GET('/requests/{key}', { params: { path: { key } }, signal }), {
    ...readAnswers,
    200: ({ state }) => ({ kind: state === 'unknown' ? 'notDone' : state }),
  });
}
