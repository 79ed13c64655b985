import { signIn } from '#server/domain/sign-in/sign-in.ts';
import type { Handler } from './handler.ts';

/** F-02, first step. Repeated under the same key with the right password, it replaces what the first call made. */
export const createToken: Handler<'createToken'> = async (services, call) => ({
  status: 200,
  body: await signIn(services, call, call.body),
});
