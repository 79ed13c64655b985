// What every problem says on the screen: its amounts, and its reference (D-30), each in the language whose turn it is.
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import type { ProblemAmounts, ProblemCode } from '#machines/chart/problem.ts';
import { sampleProblem } from '#machines/chart/samples.ts';
import type { Culture } from '#src/i18n/cultures.ts';
import { AmountProblemAlert } from '#src/flow/amount-problem-alert.tsx';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { referenceOf } from '#src/flow/problem-reference.ts';
import { ServicesContext, type Services } from '#src/services/services.ts';
import { walksInTurns } from '#walk/paths/turns.ts';
import { renderWithTexts } from './with-texts.tsx';

export const codes = description.components.schemas.ProblemCode.enum as readonly ProblemCode[];
export const amountCodes: readonly string[] = description.components.schemas.AmountCode.enum;

const services = {
  now: () => 0,
  serverNow: () => 0,
  club: { subscribe: () => () => undefined },
} as unknown as Services;
export const showAlone = (alert: ReactNode, culture: Culture) =>
  renderWithTexts(<ServicesContext value={services}>{alert}</ServicesContext>, culture, ['money']);

/** A test for each problem, in one language each; `shift` chooses another than 0 does. */
export function testsOfProblems(shift: 0 | 1 | 2): void {
  it.each(walksInTurns([...codes, 'unexpected' as const], shift))(
    '$walk shows its reference in $culture, to be copied, if support is asked about it',
    async ({ walk: code, culture }) => {
      const user = userEvent.setup();
      const problem = sampleProblem(code, { reference: 'req-7d1f' });
      await showAlone(<ProblemAlert problem={problem} />, culture);
      const alert = screen.getByRole('alert');
      if (referenceOf(problem) === undefined) {
        expect(alert.textContent).not.toContain('req-7d1f');
        return;
      }
      expect(alert.textContent).toContain('req-7d1f');
      await user.click(await within(alert).findByRole('button'));
      expect(await navigator.clipboard.readText()).toBe('req-7d1f');
    },
  );

  const bitcoin = { unit: 'BTC', asked: '12345.00000001', minimum: null, available: null } as const;
  it.each(walksInTurns(amountCodes, shift))(
    '$walk shows in $culture what was asked for, and the limit, to the last digit',
    async ({ walk: code, culture }) => {
      const limit = code === 'insufficient_balance' ? { available: '1200.5' } : { minimum: '1200.5' };
      const amounts: ProblemAmounts = { ...bitcoin, ...limit };
      await showAlone(<AmountProblemAlert problem={sampleProblem(code as ProblemCode, { amounts })} />, culture);
      const { textContent } = screen.getByRole('alert');
      expect(textContent).toContain('12,345.00000001 BTC');
      expect(textContent).toContain('1,200.50 BTC');
    },
  );
}
