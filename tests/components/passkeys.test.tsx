import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DeviceScreen } from '#src/flows/passkeys/screens/device.tsx';
import type { PasskeyAttestation } from '#src/services/device.ts';
import { openApp } from './support/open-app.tsx';
import { renderWithTexts } from './support/with-texts.tsx';

/** What a device does for a page ends with the page; the flows of passkeys are walked (machines/passkeys). */

type Props = Parameters<typeof DeviceScreen>[0];

/** How each question to the device ends: when it is stopped, as browsers do it, or as the test says. */
const asked: { readonly signal: AbortSignal | undefined; readonly answer: (made: unknown) => void }[] = [];

function ask({ signal }: { readonly signal?: AbortSignal }): Promise<unknown> {
  return new Promise((answer, fail) => {
    signal?.addEventListener('abort', () => fail(new DOMException('stopped', 'AbortError')));
    asked.push({ signal, answer });
  });
}

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: ask, get: ask } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

const options = {
  challenge: 'AAAA',
  user: { id: 'AAAA', name: 'demo', displayName: 'Demo' },
  excludeCredentials: [],
} as unknown as Props['options'];
const snapshot = { hasTag: () => false, matches: () => false } as unknown as Props['snapshot'];

async function show() {
  const [send, onMade] = [vi.fn(), vi.fn<(made: PasskeyAttestation) => void>()];
  const { unmount } = await renderWithTexts(
    <DeviceScreen snapshot={snapshot} options={options} onMade={onMade} send={send} />,
    'en-US',
    ['passkeys'],
  );
  await userEvent.click(screen.getByRole('button', { name: 'Create passkey' }));
  return { send, onMade, unmount };
}

it('a device that makes a passkey is stopped by whoever leaves, and the flow hears no more of it', async () => {
  const { send, onMade, unmount } = await show();
  expect(asked.map(({ signal }) => signal?.aborted)).toEqual([false]);
  unmount();
  await act(async () => undefined);
  expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true]);
  expect([send.mock.calls, onMade.mock.calls]).toEqual([[], []]);
});

it('a passkey that was made at that very moment is not added', async () => {
  const { onMade, unmount } = await show();
  const response = {
    clientDataJSON: new ArrayBuffer(1),
    attestationObject: new ArrayBuffer(1),
    getTransports: () => [],
  };
  asked[0]?.answer({ id: 'made', response });
  unmount();
  await act(async () => undefined);
  expect(onMade).not.toHaveBeenCalled();
});

it('a device that signs in is stopped by whoever leaves for the password', async () => {
  await openApp('/PasskeySignin', { signedIn: false });
  await userEvent.click(await screen.findByRole('button', { name: 'Use passkey' }));
  await vi.waitFor(() => expect(asked.map(({ signal }) => signal?.aborted)).toEqual([false]));
  await userEvent.click(screen.getByRole('link', { name: /password/i }));
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true]);
});
