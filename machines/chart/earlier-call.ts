import type { Outcome } from './outcomes.ts';
import type { MemberFailure } from './problem.ts';

/**
 * Port of `GET /requests/{key}`: what became of the call that was sent under the key and whose answer was lost (P-3).
 */
export interface EarlierCallInput {
  readonly key: string;
}

/** @template TDone what is known of the call where it was carried out. */
export type EarlierCall<TDone extends Outcome = { readonly kind: 'done' }> =
  | TDone
  /** It never reached the server, or was refused. */
  | { readonly kind: 'notDone' }
  /** The same call still runs. */
  | { readonly kind: 'running' }
  | MemberFailure;

/** How long a screen says that the outcome is unknown before the server is asked again by itself, in milliseconds. */
export const nextInquiry = 5_000;
