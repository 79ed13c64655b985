// The pages of mail-token.test.tsx in the two languages that the links to each did not have there.
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { testsOfMailedPages } from './support/mailed-pages.ts';

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

testsOfMailedPages(1);
testsOfMailedPages(2);
