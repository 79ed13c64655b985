import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { lookForFocus, lostFocus, watchFocus } from './lost-focus.ts';
import { styleOf } from './style.ts';
import { asyncWrapper } from './untouched.ts';

// A whole app whose pages are transformed for the first time on a busy machine takes longer than the library waits by
// itself.
configure({
  asyncUtilTimeout: 30_000,
  asyncWrapper: (act) => asyncWrapper(act).finally(lookForFocus),
  getElementError,
});

/**
 * What isn't there is looked for again and again, and each time the library would print the whole page; its words say
 * enough.
 */
function getElementError(message: string | null, container: Element): Error {
  return Object.assign(new Error(`${message ?? ''}\n\nThe page says: ${container.textContent}`), {
    name: 'TestingLibraryElementError',
  });
}

window.getComputedStyle = (element) => styleOf(element, document.head.querySelector('[data-width="phone"]') !== null);

// React keeps a stack of calls for each element that it makes in development; nobody reads them here, and they take a
// fifteenth of a walk. It keeps none once it has kept as many as it wants within a second. Where another version has no
// such figure, nothing changes.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as Readonly<
  Record<string, object | undefined>
>;
if (internals !== undefined)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set: () => undefined,
    configurable: true,
  });

// Vitest's functions are no globals here, so the library doesn't clean up by itself.
afterEach(cleanup);

const endWatch = watchFocus();
afterEach(() => expect(lostFocus(), 'the focus was left nowhere').toEqual([]));

// The next file shares this one's page: it is given an empty browser.
afterAll(() => {
  endWatch();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`;
  window.history.replaceState(null, '', '/');
  document.title = '';
  for (const part of [document.head, document.body]) part.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  // What a test has given the device, such as a way to share, lies over what the device has by itself.
  for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name);
});
