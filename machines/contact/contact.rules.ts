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

/** Characters of a message and of a receipt's reference at most, as the contract has it. */
export const longest = { text: 4000, receipt: 32 } as const;

/** The checkpoint to go on from, out of what was stored; null if it is damaged or of another version. */
export function resumable(stored: unknown): ContactCheckpoint | null {
  const checkpoint = stored as Partial<ContactCheckpoint> | null;
  if (checkpoint?.version !== 1 || checkpoint.step !== 'sending' || typeof checkpoint.key !== 'string') return null;
  const typed = typedIn(checkpoint.typed);
  return typed === null ? null : { version: 1, step: 'sending', key: checkpoint.key, typed };
}

function typedIn(stored: unknown): TypedInquiry | null {
  const typed = stored as Partial<TypedInquiry> | null | undefined;
  const category = categories.find((known) => known === typed?.category);
  if (category === undefined || typeof typed?.text !== 'string' || typeof typed.receipt !== 'string') return null;
  return { category, text: typed.text, receipt: typed.receipt };
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

/** What an inquiry about a receipt is about, by the letter of its reference; null if it tells nothing. */
export function categoryOf(receipt: string): TypedInquiry['category'] | null {
  return /^[a-z]-/i.test(receipt) ? (categoryByLetter[receipt.charAt(0).toUpperCase()] ?? null) : null;
}
