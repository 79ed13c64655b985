import { asset } from '../chart/money-forms.ts';
import { exactly, oneOf, orAbsent, orNull, record, text } from '../chart/stored-form.ts';
import { aged, draftHead, openForm } from '../confirmation/open-draft.ts';
import type { ExchangeCheckpoint, ExchangeDraft, ExchangeStep, TypedExchange } from './exchange.types.ts';

/** What is stored of the flow has this form. */
export const checkpointForm = record<ExchangeCheckpoint>({
  version: exactly(1),
  step: oneOf<ExchangeStep>({ entering: true, reviewing: true, confirming: true }),
  typed: orNull(record<TypedExchange>({ from: asset, to: asset, amount: text, receive: orAbsent(text) })),
  open: orNull(
    openForm<ExchangeDraft>({
      ...draftHead,
      from: asset,
      to: asset,
      amount: text,
      receive: text,
      rate: text,
      spread: text,
      rateAt: text,
    }),
  ),
});

/**
 * The checkpoint to resume from, as stored `age` milliseconds ago; null if it is malformed or of another version. If
 * the quote has expired, what was typed remains.
 */
export function resumable(stored: unknown, age: number): ExchangeCheckpoint | null {
  if (!checkpointForm(stored)) return null;
  const { step, open } = stored;
  const entering: ExchangeCheckpoint = { ...stored, step: 'entering', open: null };
  if (step === 'entering' || open === null) return entering;
  // A confirmed quote may have been carried out, so it is read again however old it is.
  const later = aged(open, age);
  return step === 'reviewing' && later.lifetime === 0 ? entering : { ...stored, open: later };
}
