// Apart from problem.ts, which the first page loads.
import type { AmountCode, Problem } from './problem.ts';

const AMOUNT_CODES: Readonly<Record<AmountCode, true>> = {
  below_minimum_deposit: true,
  below_minimum_withdrawal: true,
  below_plan_minimum: true,
  amount_too_small: true,
  insufficient_balance: true,
};

/** Whether the code is one of a minimum or a balance. */
export function isAmountCode(code: Problem['code']): code is AmountCode {
  return Object.hasOwn(AMOUNT_CODES, code);
}
