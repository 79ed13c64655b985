import { asset } from '../chart/money-forms.ts';
import { exactly, figure, oneOf, orNull, record, text } from '../chart/stored-form.ts';
import { aged, draftHead, openForm } from '../confirmation/open-draft.ts';
import type { Recipient, TransferCheckpoint, TransferDraft, TransferStep, TypedTransfer } from './transfer.types.ts';

const recipientForm = record<Recipient>({
  username: text,
  name: text,
  transfersSent: figure,
  lastSentAt: orNull(text),
  resembles: orNull(record<NonNullable<Recipient['resembles']>>({ username: text, name: text, lastSentAt: text })),
});

/** What is stored of the flow has this form. */
export const checkpointForm = record<TransferCheckpoint>({
  version: exactly(3),
  step: oneOf<TransferStep>({ naming: true, entering: true, reviewing: true, confirming: true }),
  username: text,
  recipient: orNull(recipientForm),
  typed: orNull(record<TypedTransfer>({ asset, amount: text, note: text })),
  open: orNull(
    openForm<TransferDraft>({
      ...draftHead,
      recipient: recipientForm,
      asset,
      amount: text,
      note: text,
      amountUsd: text,
    }),
  ),
});

/**
 * The checkpoint to resume from, as stored `age` milliseconds ago; null if it is malformed or of another version. If
 * the draft has expired, what was typed remains.
 */
export function resumable(stored: unknown, age: number): TransferCheckpoint | null {
  if (!checkpointForm(stored)) return null;
  const { step, recipient, open } = stored;
  if (step === 'naming' || recipient === null) return { ...stored, step: 'naming', open: null };
  const entering: TransferCheckpoint = { ...stored, step: 'entering', open: null };
  if (step === 'entering' || open === null) return entering;
  // A confirmed draft may have been carried out, so it is read again however old it is.
  const later = aged(open, age);
  return step === 'reviewing' && later.lifetime === 0 ? entering : { ...stored, open: later };
}
