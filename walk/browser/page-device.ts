// The device with passkeys on the browser of a page.
import type { KeyObject } from 'node:crypto';
import type { Page } from 'playwright-core';
import { devtoolsOf } from './devtools.ts';

/** A passkey that was made earlier. */
export interface MadePasskey {
  readonly id: Buffer;
  readonly userHandle: Buffer;
  readonly privateKey: KeyObject;
  /** The site that it is of, for example `localhost`. */
  readonly rpId: string;
}

/** A device that verifies its user, and makes and signs what it is asked for. */
export interface PageDevice {
  add(passkey: MadePasskey): Promise<void>;
  /** Lets it forget all of its passkeys. */
  clear(): Promise<void>;
}

/** Pages are used again, and a page has one device. */
const devices = new WeakMap<Page, Promise<PageDevice>>();

/** The device that a page has: the virtual one of the DevTools protocol, unless it was given another. */
export function withDevice(page: Page): Promise<PageDevice> {
  const device = devices.get(page) ?? plugIn(page);
  devices.set(page, device);
  return device;
}

/** Gives a page the device of a browser that has no virtual one. */
export function giveDevice(page: Page, device: PageDevice): void {
  devices.set(page, Promise.resolve(device));
}

async function plugIn(page: Page): Promise<PageDevice> {
  const session = await devtoolsOf(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    add: async ({ id, userHandle, privateKey, rpId }) => {
      await session.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: {
          credentialId: id.toString('base64'),
          isResidentCredential: true,
          rpId,
          privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
          userHandle: userHandle.toString('base64'),
          signCount: 0,
        },
      });
    },
    clear: async () => {
      await session.send('WebAuthn.clearCredentials', { authenticatorId });
    },
  };
}
