// What every problem says on the screen: its amounts, and its reference (D-30), in each language.
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { isAmountCode } from '#machines/chart/amount-codes.ts';
import type { ProblemAmounts, ProblemCode } from '#machines/chart/problem.ts';
import { sampleProblem } from '#machines/chart/samples.ts';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { AmountProblemAlert } from '#src/flow/amount-problem-alert.tsx';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { ServicesContext, type Services } from '#src/services/services.ts';
import { renderWithTexts } from './support/with-texts.tsx';

const codes = description.components.schemas.ProblemCode.enum as readonly ProblemCode[];
const amountCodes: readonly string[] = description.components.schemas.AmountCode.enum;

const services = { now: () => 0, club: { subscribe: () => () => undefined } } as unknown as Services;
const showAlone = (alert: ReactNode, culture: Culture) =>
  renderWithTexts(<ServicesContext value={services}>{alert}</ServicesContext>, culture, ['money']);

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe.each(CULTURES)('in %s', (culture: Culture) => {
  it.each([...codes, 'unexpected' as const])('%s shows its reference, to be copied', async (code) => {
    const user = userEvent.setup();
    await showAlone(<ProblemAlert problem={sampleProblem(code, { reference: 'req-7d1f' })} />, culture);
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('req-7d1f');
    await user.click(await within(alert).findByRole('button'));
    expect(await navigator.clipboard.readText()).toBe('req-7d1f');
  });

  it('nothing is shown as a reference where the answer had none', async () => {
    await showAlone(<ProblemAlert problem={sampleProblem('unreachable', { reference: null })} />, culture);
    expect(within(screen.getByRole('alert')).queryByRole('button')).toBeNull();
  });

  const bitcoin = { unit: 'BTC', asked: '12345.00000001', minimum: null, available: null } as const;
  it.each(amountCodes)('%s shows what was asked for, and the limit, to the last digit', async (code) => {
    const limit = code === 'insufficient_balance' ? { available: '1200.5' } : { minimum: '1200.5' };
    const amounts: ProblemAmounts = { ...bitcoin, ...limit };
    await showAlone(<AmountProblemAlert problem={sampleProblem(code as ProblemCode, { amounts })} />, culture);
    const { textContent } = screen.getByRole('alert');
    expect(textContent).toContain('12,345.00000001 BTC');
    expect(textContent).toContain('1,200.5000 BTC');
  });
});

it('the codes of an amount are those of the contract', () => {
  expect(codes.filter((code) => isAmountCode(code)).toSorted()).toEqual(amountCodes.toSorted());
});
