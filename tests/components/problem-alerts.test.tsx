// What every problem says on the screen, in one language each in rotation; the long list shows it in the others.
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { isAmountCode } from '#machines/chart/amount-codes.ts';
import { sampleProblem } from '#machines/chart/samples.ts';
import { CULTURES } from '#src/i18n/cultures.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { amountCodes, codes, showAlone, testsOfProblems } from './support/problem-alerts.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

testsOfProblems(0);

it.each(CULTURES)('nothing is shown as a reference in %s where the answer had none', async (culture) => {
  await showAlone(<ProblemAlert problem={sampleProblem('unreachable', { reference: null })} />, culture);
  expect(within(screen.getByRole('alert')).queryByRole('button')).toBeNull();
});

it('the codes of an amount are those of the contract', () => {
  expect(codes.filter((code) => isAmountCode(code)).toSorted()).toEqual(amountCodes.toSorted());
});
