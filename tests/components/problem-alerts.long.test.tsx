// The problems of problem-alerts.test.tsx in the two languages that each was not shown in there.
import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { testsOfProblems } from './support/problem-alerts.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

testsOfProblems(1);
testsOfProblems(2);
