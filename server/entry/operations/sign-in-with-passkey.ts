import { signInByPasskey } from '#server/domain/sign-in/passkey-sign-in.ts';
import type { Handler } from './handler.ts';

/** F-02 with a passkey. Repeated under the same key, it replaces what the first call made. */
export const signInWithPasskey: Handler<'signInWithPasskey'> = async (services, call) => ({
  status: 200,
  body: await signInByPasskey(services, call, call.body.credential),
});
