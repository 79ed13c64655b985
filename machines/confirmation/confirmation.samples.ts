import type { OutcomeCase } from '../chart/cases.ts';
import { sampleProblem } from '../chart/samples.ts';
import type { ConfirmationOutput } from './confirmation.types.ts';

type ConfirmationCases = {
  readonly [K in ConfirmationOutput['kind']]: OutcomeCase<Extract<ConfirmationOutput, { kind: K }>>;
};

/**
 * How the confirmation of a draft ends in a flow; `receiptId` is the receipt of the act, `declined` the code of its
 * refusal.
 */
export function confirmationCases(
  receiptId: string,
  declined: 'insufficient_balance' | 'stake_not_matured' = 'insufficient_balance',
): ConfirmationCases {
  return {
    executed: { output: { kind: 'executed', receiptId } },
    abandoned: { output: { kind: 'abandoned' } },
    over: { output: { kind: 'over', problem: sampleProblem('draft_expired', { reference: null }) } },
    declined: { output: { kind: 'declined', problem: sampleProblem(declined) } },
    sessionEnded: { output: { kind: 'sessionEnded' } },
  };
}
