import { compare } from '#money/amount.ts';
import { aged } from '../confirmation/open-draft.ts';
import type { ExchangeCheckpoint, ExchangeContext, ExchangeOptions, ExchangeStep, TypedExchange } from './exchange.types.ts';

/** Whether the amount is more than what is available. */
export function exceedsBalance(options: ExchangeOptions | null, typed: TypedExchange): boolean {
  const option = options?.assets.find(({ asset }) => asset === typed.from);
  return option !== undefined && compare(typed.amount, option.available) > 0;
}

const steps: readonly ExchangeStep[] = ['entering', 'reviewing', 'confirming'];

/**
 * The checkpoint to go on from, out of what was stored `age` milliseconds ago; null if it is damaged or of another version.
 * A quote that has run out meanwhile leaves what was typed.
 */
export function resumable(stored: unknown, age: number): ExchangeCheckpoint | null {
  const checkpoint = stored as Partial<ExchangeCheckpoint> | null;
  if (checkpoint?.version !== 1 || !steps.includes(checkpoint.step as ExchangeStep)) return null;
  const { step = 'entering', typed = null, open = null } = checkpoint;
  if (step === 'entering' || open === null) return { version: 1, step: 'entering', typed, open: null };
  // What was confirmed may have been carried out: the quote is asked, however old it is.
  const later = aged(open, age);
  if (step === 'reviewing' && later.lifetime === 0) return { version: 1, step: 'entering', typed, open: null };
  return { version: 1, step, typed, open: later };
}

/** Whether the flow was interrupted at that step. */
export function interruptedAt({ resume }: ExchangeContext, step: ExchangeStep): boolean {
  return resume?.step === step;
}
