// A device with passkeys for an engine whose automation has no virtual one. The page asks the proxy, where the device
// is; what the engine itself does with a device stays untested there.
import { createAuthenticator } from '#fixtures/club/authenticator.ts';
import type { PageDevice } from '#walk/browser/page-device.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { HeldRoute, Middleman } from './middleman.ts';

type Creation = components['schemas']['CreationOptions'];
type Request = components['schemas']['RequestOptions'];

type Asked =
  | { readonly act: 'create'; readonly options: Creation }
  | { readonly act: 'get'; readonly options: Request };

/** What the device gives, or the name of the error with which a browser refuses. */
type Given = components['schemas']['PasskeyAttestation'] | components['schemas']['PasskeyAssertion'] | Refused;
interface Refused {
  readonly error: string;
}

const DEVICE_PATH = '/middleman/device';

/** Opens a device for the profile that a proxy serves. Its pages have `DEVICE_SCRIPT`. */
export function openDevice(middleman: Middleman): PageDevice {
  const device = createAuthenticator('');
  const answerOf = (asked: Asked, origin: string): Given => {
    if (asked.act === 'create') {
      const isKnown = asked.options.excludeCredentials.some(({ id }) => device.held.some((each) => each.id === id));
      return isKnown ? { error: 'InvalidStateError' } : device.create(asked.options, { origin });
    }
    const { allowCredentials } = asked.options;
    const allowed = device.held.filter(
      ({ id }) => allowCredentials.length === 0 || allowCredentials.some((each) => each.id === id),
    );
    const passkey = allowed.at(-1);
    return passkey === undefined ? { error: 'NotAllowedError' } : device.get(asked.options, { origin, with: passkey });
  };
  middleman.route(`**${DEVICE_PATH}`, (route: HeldRoute) =>
    route.fulfill({
      json: answerOf(route.request().postDataJSON() as Asked, new URL(route.request().url()).origin),
    }),
  );
  return {
    add: ({ id, userHandle, privateKey }) => {
      const held = { id: id.toString('base64url'), userHandle: userHandle.toString('base64url') };
      device.held.push({ ...held, key: privateKey, counter: 0 });
      return Promise.resolve();
    },
    clear: () => {
      device.held.length = 0;
      return Promise.resolve();
    },
  };
}

/** Runs in the page, before its own scripts: what asks the browser for a passkey asks the proxy. */
function askTheProxy(path: string): void {
  const send = fetch.bind(window);
  const textOf = (bytes: BufferSource): string =>
    btoa(String.fromCharCode(...new Uint8Array(bytes as ArrayBuffer)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const bytesOf = (text: string): ArrayBuffer =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
  const listed = (all: readonly PublicKeyCredentialDescriptor[] = []) => all.map(({ id }) => ({ id: textOf(id) }));
  const ask = async (act: string, options: object): Promise<unknown> => {
    const answer = await send(path, { method: 'POST', body: JSON.stringify({ act, options }) });
    const { error, id, transports, ...given } = (await answer.json()) as {
      readonly error?: string;
      readonly id: string;
      readonly transports?: readonly string[];
    } & Readonly<Record<string, string | null>>;
    if (error !== undefined) throw new DOMException('', error);
    const response = Object.entries(given).map(([name, text]) => [name, text === null ? null : bytesOf(text)]);
    return {
      id,
      type: 'public-key',
      response: { ...Object.fromEntries(response), getTransports: () => transports },
    };
  };
  const device = {
    create: ({
      publicKey: { challenge, user, excludeCredentials, ...rest },
    }: {
      publicKey: PublicKeyCredentialCreationOptions;
    }) =>
      ask('create', {
        ...rest,
        challenge: textOf(challenge),
        user: { ...user, id: textOf(user.id) },
        excludeCredentials: listed(excludeCredentials),
      }),
    get: ({ publicKey: { challenge, allowCredentials, ...rest } }: { publicKey: PublicKeyCredentialRequestOptions }) =>
      ask('get', { ...rest, challenge: textOf(challenge), allowCredentials: listed(allowCredentials) }),
  };
  // WebKitGTK knows nothing of credentials.
  const own = window as { CredentialsContainer?: unknown; PublicKeyCredential?: unknown };
  own.PublicKeyCredential ??= class {};
  own.CredentialsContainer ??= class {};
  Object.assign(CredentialsContainer.prototype, device);
  if (!('credentials' in navigator))
    Object.defineProperty(navigator, 'credentials', { value: Object.create(CredentialsContainer.prototype) });
}

/** Lets a page ask its proxy for passkeys. */
export const DEVICE_SCRIPT = `(${String(askTheProxy)})(${JSON.stringify(DEVICE_PATH)});`;
