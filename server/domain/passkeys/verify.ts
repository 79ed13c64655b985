// What a device answers, compared with what it was asked (WebAuthn). The package knows its formats; what is asked for,
// by whom and how often is decided here. It is large, so it is read when a passkey is first compared.
import type { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { components } from '#openapi/api.gen.d.ts';
import type { Config } from '#server/platform/config/config.ts';

type Attestation = components['schemas']['PasskeyAttestation'];
type Transports = NonNullable<Parameters<typeof verifyAuthenticationResponse>[0]['credential']['transports']>;
type Assertion = components['schemas']['PasskeyAssertion'];

/** Bytes of a passkey's id. */
const LONGEST_ID = 1023;

/** Signatures that devices are asked for: ES256, EdDSA and RS256. */
export const ALGORITHMS = [-7, -8, -257];

/** The site that passkeys belong to: the host of the app, which the browser compares with the page's. */
export function siteOf(config: Pick<Config, 'publicOrigin'>): { id: string; origin: string } {
  return { id: new URL(config.publicOrigin).hostname, origin: config.publicOrigin };
}

/** A passkey as a device has made it. */
export interface MadePasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
}

/** The passkey of an attestation; null if it was made for another challenge or site, or without verifying the user. */
export async function madePasskey(
  config: Pick<Config, 'publicOrigin'>,
  given: { credential: Attestation; challenge: string },
): Promise<MadePasskey | null> {
  const { credential, challenge } = given;
  const { id, clientDataJSON, attestationObject, transports } = credential;
  const site = siteOf(config);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const verified = await orNull(async () =>
    verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject: await withoutStatement(attestationObject), transports },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (verified?.verified !== true) return null;
  const made = verified.registrationInfo.credential;
  if (made.id !== id || Buffer.from(made.id, 'base64url').length > LONGEST_ID) return null;
  return {
    credentialId: Buffer.from(made.id, 'base64url'),
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
  };
}

/**
 * The same answer without its statement about the make of the device, which nobody asked for. To judge one, the package
 * would fetch what certificates in it name: addresses of the caller's choice.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url'))).get('authData');
  const bare = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return Buffer.from(isoCBOR.encode(bare)).toString('base64url');
}

/** What is known of a passkey that signs. */
export interface KnownPasskey {
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
}

/**
 * What the device's answer is worth.
 *
 * - `right`: signed for this challenge and site by this passkey, whose user the device has verified.
 * - `copied`: the same, but its count has not grown: another device has the same passkey.
 * - `wrong`: anything else.
 */
export type Signed = { kind: 'right'; counter: number } | { kind: 'copied' } | { kind: 'wrong' };

/** Compares an assertion with a passkey and a challenge. */
export async function signedBy(
  config: Pick<Config, 'publicOrigin'>,
  given: { passkey: KnownPasskey; credential: Assertion; challenge: string },
): Promise<Signed> {
  const { passkey, credential, challenge } = given;
  const { id, clientDataJSON, authenticatorData, signature, userHandle } = credential;
  const site = siteOf(config);
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const verified = await orNull(() =>
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature, ...(userHandle === null ? {} : { userHandle }) },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id.toString('base64url'),
        publicKey: new Uint8Array(passkey.public_key),
        // Compared below: a count that hasn't grown is told to the member.
        counter: 0,
        // Only what the contract lists is stored.
        transports: passkey.transports as Transports,
      },
    }),
  );
  if (verified?.verified !== true) return { kind: 'wrong' };
  const { newCounter: counter } = verified.authenticationInfo;
  const counts = counter > 0 || Number(passkey.counter) > 0;
  return counts && counter <= Number(passkey.counter) ? { kind: 'copied' } : { kind: 'right', counter };
}

/** The package throws at whatever is wrong with an answer, which is the caller's, so nothing of it is our failure. */
async function orNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
