import { atRest } from './react-build.ts';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { wrongReads } from './asked-reads.ts';
import { endSessions } from './sessions.ts';
import { lookForFocus, lostFocus, watchFocus } from './lost-focus.ts';
import { styleOf } from './style.ts';
import { asyncWrapper } from './untouched.ts';

// A whole app whose pages are transformed for the first time on a busy machine takes longer than the library waits by
// default.
configure({
  asyncUtilTimeout: 30_000,
  asyncWrapper: async (waits) => {
    try {
      const found = await asyncWrapper(waits);
      await atRest();
      return found;
    } finally {
      lookForFocus();
    }
  },
  getElementError,
});

/**
 * A missing element is searched for again and again, and each time the library would print the whole page; its text is
 * enough.
 */
function getElementError(message: string | null, container: Element): Error {
  return Object.assign(new Error(`${message ?? ''}\n\nThe page says: ${container.textContent}`), {
    name: 'TestingLibraryElementError',
  });
}

window.getComputedStyle = (element) => styleOf(element, document.head.querySelector('[data-width="phone"]') !== null);

// jsdom has pointers, but cannot capture them; a message that is swiped away asks whether it does.
Object.assign(HTMLElement.prototype, {
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
});

// axe looks for icon fonts by drawing them; jsdom can't draw, and would print a line for each look.
HTMLCanvasElement.prototype.getContext = () => null;

afterEach(endSessions);
// Vitest's functions are not globals here, so the library doesn't clean up by itself.
afterEach(cleanup);

const endWatch = watchFocus();
afterEach(() => expect(lostFocus(), 'the focus was left nowhere').toEqual([]));
afterEach(() => expect(wrongReads(), 'a page asked for what it was not told').toEqual([]));

// The next file shares this one's page, so it gets an empty browser.
afterAll(() => {
  endWatch();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`;
  // A new entry: those after one that Back has led to would be gone at the next file's first step.
  window.history.pushState(null, '', '/');
  document.title = '';
  for (const part of [document.head, document.body]) part.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  // What a test has added to the device, such as a share sheet, shadows the device's own properties.
  for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name);
});
