import { failuresTo, onOutcome, type Branch, type Guarded, type Outcome } from './outcomes.ts';
import type { CommonFailure, MemberFailure } from './problem.ts';

/**
 * Port of `GET /requests/{key}`: the outcome of the call that was sent under the key and whose response was lost (P-3).
 */
export interface EarlierCallInput {
  readonly key: string;
}

/** @template TDone what is known of the call if it was carried out. */
export type EarlierCall<TDone extends Outcome = { readonly kind: 'done' }> =
  | TDone
  /** It never reached the server, or was refused. */
  | { readonly kind: 'notDone' }
  /** The same call is still running. */
  | { readonly kind: 'running' }
  | MemberFailure;

/** How long a screen says that the outcome is unknown before the flow asks the server again, in milliseconds. */
export const nextInquiry = 5_000;

/**
 * Why a mail that may or may not have been sent is not asked for, for `lostAnswer` of a step's meta: the key stays
 * until it is known that it was.
 */
export const sameKeyAgain =
  'Pressing again repeats the call under its key: the server answers what it answered, and mails nothing twice.';

/** The answers after which the server is asked again. */
type Again = 'running' | CommonFailure['kind'];

interface UnknownAt<TScreen extends string> {
  readonly route: string;
  readonly screen: TScreen;
  /** Ids of the rules that the states fulfill besides P-3 and P-4. */
  readonly requirements: readonly string[];
}

/**
 * The two states after a call whose answer was lost (P-3): `outcomeUnknown` says so, `reconciling` asks the server for
 * its outcome. Both are added next to the call; the chart has `getRequestOutcome` among its actors, `nextInquiry`
 * among its delays and `problemActions` among its actions.
 *
 * Used as `...unknownOutcome<EarlierCall>()({ route, screen, requirements }, { done: { target: 'changed' }, … })`: a
 * table of where each answer leads; those after which the server is asked again are in it already.
 */
export function unknownOutcome<TEarlier extends Outcome>() {
  return <
    const TScreen extends string,
    const TTable extends { readonly [K in Exclude<TEarlier['kind'], Again>]: Branch },
  >(
    { route, screen, requirements }: UnknownAt<TScreen>,
    table: TTable & { readonly [K in Exclude<keyof TTable, Exclude<TEarlier['kind'], Again>>]: never },
  ) => {
    const meta = { route, screen, title: 'requests:unknown.title', onReload: 'reconcile' } as const;
    return {
      outcomeUnknown: {
        tags: 'error',
        meta: { ...meta, requirements: [...requirements, 'P-3', 'P-4'] },
        after: { nextInquiry: 'reconciling' },
        on: { RETRY: 'reconciling' },
      },
      reconciling: {
        tags: 'waiting',
        meta: { ...meta, api: ['getRequestOutcome'], requirements: [...requirements, 'P-3'] },
        invoke: {
          id: 'getRequestOutcome',
          src: 'getRequestOutcome',
          input: ({ context }: { readonly context: { readonly key: string } }) => ({ key: context.key }),
          onDone: [
            ...branchesOf<TTable>(table),
            ...branchesOf({ running: { target: 'outcomeUnknown' }, ...failuresTo('outcomeUnknown') }),
          ],
          onError: { target: 'outcomeUnknown', actions: 'keepError' },
        },
      },
    } as const;
  };
}

/** The branches of a table that is complete already; the caller has seen to that. */
function branchesOf<const TTable extends Readonly<Record<string, Branch>>>(table: TTable) {
  return onOutcome<Outcome>()(table as Readonly<Record<string, Branch>>) as unknown as Guarded<
    TTable[keyof TTable],
    keyof TTable & string
  >[];
}
