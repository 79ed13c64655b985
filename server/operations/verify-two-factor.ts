import { answerChallenge } from '#server/accounts/challenges.ts';
import type { Handler } from '#server/contract/types.ts';

/** F-02, second step. */
export const verifyTwoFactor: Handler<'verifyTwoFactor'> = async (services, call) => ({
  status: 200,
  body: await answerChallenge(services, call, call.body),
});
