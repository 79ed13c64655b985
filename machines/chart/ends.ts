import type { Outcome } from './outcomes.ts';

/** The ends of a flow that tell nothing but their kind. */
type BareKind<TOutput extends Outcome> = TOutput extends Outcome
  ? keyof TOutput extends 'kind'
    ? TOutput['kind']
    : never
  : never;

/** An end of a flow: its position is forgotten, and one word says how it ended. */
export function endsAs<TOutput extends Outcome>(kind: BareKind<TOutput>) {
  return { type: 'final', entry: 'forgetCheckpoint', output: () => ({ kind }) } as const;
}
