// The device of a walk on the components: it makes or signs what it is asked for, or gives the refusal that the path
// says.

/** What a browser calls each refusal. */
const NAMES = {
  DEVICE_CANCELLED: 'NotAllowedError',
  DEVICE_KNOWN: 'InvalidStateError',
  DEVICE_UNSUPPORTED: 'NotSupportedError',
  DEVICE_FAILED: 'UnknownError',
} as const;

/** The events of a device that gives no passkey. */
export type Refusal = keyof typeof NAMES;
export const refusals = Object.keys(NAMES) as readonly Refusal[];

/** The control with which a flow asks the device. */
export function deviceControlOf(flow: string): string {
  return flow === 'confirmation' ? 'DEVICE_SIGNED' : 'DEVICE_MADE';
}

/** The name of the error with which a browser refuses. */
export function errorOf(refusal: Refusal): string {
  return NAMES[refusal];
}

/** A device that is asked through the page's browser. */
export interface Device {
  /** Refuses once. */
  refuse(refusal: Refusal): void;
  /** Removes it from the browser. */
  remove(): void;
}

const bytes = (length: number): ArrayBuffer => new Uint8Array(length).buffer;

/** Gives the page's browser a device. */
export function installDevice(): Device {
  let next: Refusal | null = null;
  const made = {
    id: 'bWFkZS1ieS10aGUtd2Fsaw',
    type: 'public-key',
    response: { clientDataJSON: bytes(16), attestationObject: bytes(64), getTransports: () => ['internal'] },
  };
  const signed = {
    id: made.id,
    type: 'public-key',
    response: { clientDataJSON: bytes(16), authenticatorData: bytes(37), signature: bytes(64), userHandle: null },
  };
  const answering =
    <T>(answer: T) =>
    (): Promise<T> => {
      const refused = next;
      next = null;
      return refused === null ? Promise.resolve(answer) : Promise.reject(new DOMException(refused, NAMES[refused]));
    };
  const credentials = { create: answering(made), get: answering(signed) };
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials });
  Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value: class {} });
  return {
    refuse: (refusal) => {
      next = refusal;
    },
    remove: () => {
      Reflect.deleteProperty(navigator, 'credentials');
      Reflect.deleteProperty(window, 'PublicKeyCredential');
    },
  };
}
