import { asset, network } from '../chart/money-forms.ts';
import { exactly, oneOf, orNull, record, text } from '../chart/stored-form.ts';
import { optionOf } from '../chart/chart.rules.ts';
import type { DepositCheckpoint, DepositOptions, DepositStep, TypedDeposit } from './deposit.types.ts';

/** What is stored of the flow has this form. */
export const checkpointForm = record<DepositCheckpoint>({
  version: exactly(1),
  step: oneOf<DepositStep>({ entering: true, watching: true, cancelling: true }),
  typed: orNull(record<TypedDeposit>({ asset, network, amount: text })),
  depositId: orNull(text),
});

/** What plans are paid in, and most members deposit (D-09). */
const USUAL = 'USDT';

/** The asset that a deposit begins with if the member has deposited nothing yet; null if deposits are closed. */
export function firstOf(options: DepositOptions | null): DepositOptions['assets'][number] | null {
  return optionOf(options, USUAL) ?? options?.assets[0] ?? null;
}

/** The checkpoint to resume from, read from storage; null if it is malformed or of another version. */
export function resumable(stored: unknown): DepositCheckpoint | null {
  if (!checkpointForm(stored)) return null;
  return stored.depositId === null ? { ...stored, step: 'entering' } : stored;
}
