import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, expect } from 'vitest';
import { leftBehind } from '#tests/left-behind.ts';

// A whole app on a busy machine takes longer than the library waits for a control of its own.
configure({ asyncUtilTimeout: 10_000 });

// Vitest's functions are no globals here, so the library doesn't clean up by itself.
afterEach(cleanup);

afterAll(() => {
  const pages = document.body.childElementCount > 0 ? [`a page: ${document.body.innerHTML.slice(0, 200)}`] : [];
  const stored = [...Object.keys(localStorage), ...Object.keys(sessionStorage)].map((key) => `${key} in storage`);
  const left = leftBehind([window, document, navigator, window.history, console, Storage.prototype, Element.prototype, HTMLElement.prototype, URL]);
  expect([...left, ...pages, ...stored], 'what this file leaves to the next one').toEqual([]);
});
