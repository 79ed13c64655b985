import { asset, network } from '../chart/money-forms.ts';
import { exactly, oneOf, orNull, record, text } from '../chart/stored-form.ts';
import type { DepositCheckpoint, DepositStep, TypedDeposit } from './deposit.types.ts';

/** What is stored of the flow has this form. */
export const checkpointForm = record<DepositCheckpoint>({
  version: exactly(1),
  step: oneOf<DepositStep>({ entering: true, watching: true, cancelling: true }),
  typed: orNull(record<TypedDeposit>({ asset, network, amount: text })),
  depositId: orNull(text),
});

/** The checkpoint to resume from, read from storage; null if it is malformed or of another version. */
export function resumable(stored: unknown): DepositCheckpoint | null {
  if (!checkpointForm(stored)) return null;
  return stored.depositId === null ? { ...stored, step: 'entering' } : stored;
}
