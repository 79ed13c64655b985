import { EMAIL_PROOF_COOKIE } from '#server/domain/codes/email-proof.ts';
import {
  prepareRegistration,
  registerInSeat as register,
  type PreparedRegistration,
} from '#server/domain/registration/registration.ts';
import { cookieHash } from '#server/domain/requests/requests.ts';
import { runOnce } from '#server/domain/requests/run-once.ts';
import type { Handler } from './handler.ts';

/** F-03, last step: registers the newcomer and takes the seat. */
export const registerInSeat: Handler<'registerInSeat'> = async (services, call) => {
  const given = call.body;
  let prepared: PreparedRegistration;
  const answer = await runOnce(services, call, {
    session: null,
    keyed: {
      body: { ...given, proof: cookieHash(call, EMAIL_PROOF_COOKIE) },
      secret: false,
      whenForgotten: 'username_taken',
    },
    before: async () => {
      prepared = await prepareRegistration(services, call, given);
    },
    work: (trx) => register(trx, services, call, { given, prepared }),
  });
  // The proof is used up.
  call.cookies.clear(EMAIL_PROOF_COOKIE);
  return answer;
};
