import { answerChallenge } from '#server/domain/sign-in/challenges.ts';
import type { Handler } from './handler.ts';

/** F-02, second step. */
export const verifyTwoFactor: Handler<'verifyTwoFactor'> = async (services, call) => ({
  status: 200,
  body: await answerChallenge(services, call, call.body),
});
