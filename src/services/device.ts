// What a browser asks of the device for a passkey (WebAuthn), in the forms that the API carries.
import type { components } from '#openapi/api.gen.d.ts';
import { canUsePasskeys } from './can-use-passkeys.ts';

type CreationOptions = components['schemas']['CreationOptions'];
type RequestOptions = components['schemas']['RequestOptions'];
type Descriptor = components['schemas']['CredentialDescriptor'];
type Transport = components['schemas']['Transports'][number];
export type PasskeyAttestation = components['schemas']['PasskeyAttestation'];
export type PasskeyAssertion = components['schemas']['PasskeyAssertion'];

/**
 * Why a device gave no passkey.
 *
 * - `cancelled`: its user stopped, or let the time run out; browsers don't say which.
 * - `known`: it has a passkey of this account already.
 * - `unsupported`: browser, device or address of the page can't do it.
 * - `failed`: anything else.
 */
export type DeviceRefusal = 'cancelled' | 'known' | 'unsupported' | 'failed';

/** A device that gave no passkey. */
export class DeviceRefused extends Error {
  override readonly name = 'DeviceRefused';
  readonly reason: DeviceRefusal;

  constructor(reason: DeviceRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/** The transports that the contract lists; a browser may know others. */
const TRANSPORTS: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** Lets the device make a passkey, until `signal` stops it. @throws DeviceRefused */
export async function makePasskey(options: CreationOptions, signal: AbortSignal): Promise<PasskeyAttestation> {
  const made = await asked(() =>
    navigator.credentials.create({
      signal,
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        user: { ...options.user, id: bytesOf(options.user.id) },
        excludeCredentials: options.excludeCredentials.map(described),
      },
    }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id,
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    transports: response.getTransports().filter((name): name is Transport => TRANSPORTS.includes(name)),
  };
}

/** Lets the device sign with a passkey of this site, until `signal` stops it. @throws DeviceRefused */
export async function askForPasskey(options: RequestOptions, signal?: AbortSignal): Promise<PasskeyAssertion> {
  const used = await asked(() =>
    navigator.credentials.get({
      ...(signal === undefined ? {} : { signal }),
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        allowCredentials: options.allowCredentials.map(described),
      },
    }),
  );
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    id: used.id,
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    userHandle: response.userHandle === null ? null : textOf(response.userHandle),
  };
}

/** What browsers say by the name of an error. */
const REASONS: Readonly<Partial<Record<string, DeviceRefusal>>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known',
  NotSupportedError: 'unsupported',
  SecurityError: 'unsupported',
  ConstraintError: 'unsupported',
};

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  if (!canUsePasskeys()) throw new DeviceRefused('unsupported');
  let credential;
  try {
    credential = await ask();
  } catch (error) {
    throw new DeviceRefused(REASONS[(error as Partial<Error> | null)?.name ?? ''] ?? 'failed');
  }
  if (credential === null) throw new DeviceRefused('failed');
  return credential as PublicKeyCredential;
}

function described({ id, transports }: Descriptor): PublicKeyCredentialDescriptor {
  // `smart-card` is newer than the types of the platform.
  return { id: bytesOf(id), type: 'public-key', transports: transports as AuthenticatorTransport[] };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
