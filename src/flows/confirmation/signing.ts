import type { components } from '#openapi/api.gen.d.ts';
import type { PasskeyAssertion } from '#src/services/device.ts';
import type { Services } from '#src/services/services.ts';

/** What the device is asked to sign for a draft, and what it has signed: no machine keeps either. */
export interface Signing {
  options: components['schemas']['RequestOptions'] | null;
  credential: PasskeyAssertion | null;
}

const signings = new WeakMap<Services, Signing>();

/** That of this page: a member confirms one draft at a time. */
export function signingOf(services: Services): Signing {
  const known = signings.get(services) ?? { options: null, credential: null };
  signings.set(services, known);
  return known;
}

/** Keeps what the device has signed, for the call that follows. */
export function keepSigned(signing: Signing, credential: PasskeyAssertion): void {
  signing.credential = credential;
}
