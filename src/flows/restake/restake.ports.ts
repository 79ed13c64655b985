import { fromPromise } from 'xstate';
import type {
  CreateRestakeInput,
  CreateRestakeOutcome,
  GetStakeOptionsInput,
  GetStakeOptionsOutcome,
  StakeOptions,
} from '#machines/restake/restake.types.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { settle } from '#src/api/settle.ts';
import type { Entries } from '#src/flow/refused-entry.ts';
import type { Services } from '#src/services/services.ts';
import { confirmationPort } from '../confirmation/confirmation.ports.ts';

/** The entry of the form that a refusal concerns, if it concerns one. */
export const restakeEntries: Entries<'option'> = { nothing_to_move: 'option', insufficient_balance: null };

/** The live ports of one run of deciding what happens to a stake. */
export function restakePorts(services: Services) {
  return {
    getStakeOptions: fromPromise<GetStakeOptionsOutcome, GetStakeOptionsInput>(({ input, signal }) =>
      getStakeOptions(services, input, signal),
    ),
    createRestake: fromPromise<CreateRestakeOutcome, CreateRestakeInput>(({ input }) => createRestake(services, input)),
    confirmation: confirmationPort(services),
  };
}

function getStakeOptions(
  { api }: Services,
  { stakeId }: GetStakeOptionsInput,
  signal: AbortSignal,
): Promise<GetStakeOptionsOutcome> {
  return settle<'getStakeOptions', GetStakeOptionsOutcome>(
    api.GET('/stakes/{id}/options', { params: { path: { id: stakeId } }, signal }),
    {
      ...readAnswers,
      404: { not_found: 'gone' },
      200: (options) => ({ kind: kindOf(options), options }),
    },
  );
}

function kindOf({ stake, secondFactor }: StakeOptions): 'loaded' | 'running' | 'decided' | 'unconfirmable' {
  if (stake.state === 'running') return 'running';
  if (stake.state !== 'matured') return 'decided';
  return secondFactor === null ? 'unconfirmable' : 'loaded';
}

/** Each press requests a new draft under a new key: a draft moves nothing. */
function createRestake({ api, newId }: Services, body: CreateRestakeInput): Promise<CreateRestakeOutcome> {
  return settle<'createRestake', CreateRestakeOutcome>(
    api.POST('/restakes', { body, params: { header: { 'Idempotency-Key': newId() } } }),
    {
      ...commonAnswers,
      401: { session_ended: 'sessionEnded' },
      403: { email_not_verified: 'forbidden' },
      404: { not_found: 'gone' },
      409: {
        stake_not_matured: 'notMatured',
        nothing_to_move: 'nothingToMove',
        request_running: 'running',
      },
      422: { idempotency_key_reused: 'refused' },
      200: (draft) => ({ kind: 'created', draft }),
    },
  );
}
