import type { Fact, Shows } from '../chart/facts.ts';

/** The screens of the confirmation on which a draft is known. */
const CONFIRMING = [
  'confirmation-device',
  'confirmation-stopped',
  'confirmation-code',
  'confirmation-resumed',
  'confirmation-unavailable',
];

/**
 * What the review of a flow says of its draft, and every screen that has the draft confirmed: one table for all of
 * them, so that whoever types a code has no less in front of them than on the review (decisions 0103 and 0109).
 */
export function reviewed<TContext>(review: string, says: (context: TContext) => readonly Fact[]): Shows<TContext> {
  return Object.fromEntries([review, ...CONFIRMING].map((screen) => [screen, says]));
}
