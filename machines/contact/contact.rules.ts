import { exactly, record, text, type Form } from '../chart/stored-form.ts';
import type { ContactCheckpoint, TypedInquiry } from './contact.types.ts';

export const categories = [
  'account',
  'security',
  'deposit',
  'withdrawal',
  'transfer',
  'exchange',
  'plan',
  'organization',
  'other',
] as const satisfies readonly TypedInquiry['category'][];

/** The most characters of a message and of a receipt's reference, as in the contract. */
export const longest = { text: 4000, receipt: 32 } as const;

const isCategory: Form<TypedInquiry['category']> = (value): value is TypedInquiry['category'] =>
  categories.some((known) => known === value);

/** What is stored of the flow has this form. */
export const checkpointForm = record<ContactCheckpoint>({
  version: exactly(1),
  step: exactly('sending'),
  key: text,
  typed: record<TypedInquiry>({ category: isCategory, text, receipt: text }),
});

/** The checkpoint to resume from, read from storage; null if it is malformed or of another version. */
export function resumable(stored: unknown): ContactCheckpoint | null {
  return checkpointForm(stored) ? stored : null;
}

const categoryByLetter: Readonly<Record<string, TypedInquiry['category']>> = {
  D: 'deposit',
  W: 'withdrawal',
  T: 'transfer',
  X: 'exchange',
  P: 'plan',
  S: 'plan',
  R: 'plan',
  B: 'organization',
};

/** The category of an inquiry about a receipt, by the letter of its reference; null if the letter has none. */
export function categoryOf(receipt: string): TypedInquiry['category'] | null {
  return /^[a-z]-/i.test(receipt) ? (categoryByLetter[receipt.charAt(0).toUpperCase()] ?? null) : null;
}
