import { asset, network } from '../chart/money-forms.ts';
import { exactly, figure, flag, oneOf, orNull, record, text } from '../chart/stored-form.ts';
import { aged, draftHead, openForm } from '../confirmation/open-draft.ts';
import type { TypedWithdrawal, WithdrawalCheckpoint, WithdrawalDraft, WithdrawalStep } from './withdrawal.types.ts';

/** What is stored of the flow has this form. */
export const checkpointForm = record<WithdrawalCheckpoint>({
  version: exactly(1),
  step: oneOf<WithdrawalStep>({ entering: true, comparing: true, reviewing: true, confirming: true }),
  typed: orNull(record<TypedWithdrawal>({ asset, network, address: text, amount: text })),
  open: orNull(
    openForm<WithdrawalDraft>({
      ...draftHead,
      asset,
      network,
      development: flag,
      address: text,
      addressLabel: orNull(text),
      addressNewSince: orNull(text),
      amount: text,
      fee: text,
      net: text,
      feeRate: text,
      amountUsd: text,
      rate: text,
      rateAt: text,
      completesAt: text,
      completionHours: figure,
      resembles: orNull(
        record<NonNullable<WithdrawalDraft['resembles']>>({
          address: text,
          label: orNull(text),
          lastUsedAt: orNull(text),
        }),
      ),
    }),
  ),
});

/**
 * The checkpoint to resume from, as stored `age` milliseconds ago; null if it is malformed or of another version. If
 * the quote has expired, what was typed remains.
 */
export function resumable(stored: unknown, age: number): WithdrawalCheckpoint | null {
  if (!checkpointForm(stored)) return null;
  const { step, open } = stored;
  const entering: WithdrawalCheckpoint = { ...stored, step: 'entering', open: null };
  if (step === 'entering' || open === null) return entering;
  // A confirmed draft may have been carried out, so it is read again however old it is.
  const later = aged(open, age);
  return step !== 'confirming' && later.lifetime === 0 ? entering : { ...stored, open: later };
}
