import type { components } from '#openapi/api.gen.d.ts';

type Kind = components['schemas']['ReceiptKind'];
type Status = components['schemas']['RecordStatus'];

/**
 * The statuses that a deposit or a withdrawal can have; the other acts are done at once and have none. An opening
 * balance is a deposit that was credited.
 */
type StatusOf<TKind extends Kind> = TKind extends 'deposit'
  ? Exclude<Status, 'approved' | 'done'>
  : TKind extends 'withdrawal'
    ? Exclude<Status, 'awaitingPayment' | 'returned'>
    : TKind extends 'opening'
      ? 'completed' | 'none'
      : 'none';

/** How a record is described at a status. */
export interface Movement {
  /** What happened, as a key of the receipts' texts. */
  readonly sentence: Sentence;
  /** The sentence if a second asset moved with it. */
  readonly both?: Sentence;
  /**
   * Whether the wallet changed because of it: it did, it may still, or it never did; `kept` is an amount that was
   * staked again, while what returned with it moved. Only what moved has a sign.
   */
  readonly moved: 'yes' | 'coming' | 'never' | 'kept';
}

type Sentence =
  | 'happened.depositAwaited'
  | 'happened.depositSeen'
  | 'happened.deposit'
  | 'happened.depositRefused'
  | 'happened.depositReturned'
  | 'happened.depositCancelled'
  | 'happened.withdrawal'
  | 'happened.withdrawalPaid'
  | 'happened.withdrawalRefused'
  | 'happened.withdrawalCancelled'
  | 'happened.transferOut'
  | 'happened.transferIn'
  | 'happened.exchange'
  | 'happened.purchase'
  | 'happened.restake'
  | 'happened.restakeReturning'
  | 'happened.stakeWithdrawal'
  | 'happened.stakeWithdrawalBoth'
  | 'happened.stakingReward'
  | 'happened.referralBonus'
  | 'happened.binaryBonus'
  | 'happened.binaryBonusBoth'
  | 'happened.opening'
  | 'happened.unknown';

const leaving = { sentence: 'happened.withdrawal', moved: 'yes' } as const;
const paid = { sentence: 'happened.withdrawalPaid', moved: 'yes' } as const;

const opened = { sentence: 'happened.opening', moved: 'yes' } as const;

/**
 * Every type of record at every status that it can have (L-01, L-02): a status that is added to the contract is a
 * compile error here.
 */
export const MOVEMENTS: { readonly [TKind in Kind]: Readonly<Record<StatusOf<TKind>, Movement>> } = {
  deposit: {
    awaitingPayment: { sentence: 'happened.depositAwaited', moved: 'coming' },
    inProcess: { sentence: 'happened.depositSeen', moved: 'coming' },
    completed: { sentence: 'happened.deposit', moved: 'yes' },
    notApproved: { sentence: 'happened.depositRefused', moved: 'never' },
    returned: { sentence: 'happened.depositReturned', moved: 'never' },
    cancel: { sentence: 'happened.depositCancelled', moved: 'never' },
  },
  withdrawal: {
    inProcess: leaving,
    approved: leaving,
    completed: paid,
    done: paid,
    notApproved: { sentence: 'happened.withdrawalRefused', moved: 'never' },
    cancel: { sentence: 'happened.withdrawalCancelled', moved: 'never' },
  },
  transferOut: { none: { sentence: 'happened.transferOut', moved: 'yes' } },
  transferIn: { none: { sentence: 'happened.transferIn', moved: 'yes' } },
  exchange: { none: { sentence: 'happened.exchange', moved: 'yes' } },
  purchase: { none: { sentence: 'happened.purchase', moved: 'yes' } },
  restake: { none: { sentence: 'happened.restake', both: 'happened.restakeReturning', moved: 'kept' } },
  stakeWithdrawal: {
    none: { sentence: 'happened.stakeWithdrawal', both: 'happened.stakeWithdrawalBoth', moved: 'yes' },
  },
  stakingReward: { none: { sentence: 'happened.stakingReward', moved: 'yes' } },
  referralBonus: { none: { sentence: 'happened.referralBonus', moved: 'yes' } },
  binaryBonus: { none: { sentence: 'happened.binaryBonus', both: 'happened.binaryBonusBoth', moved: 'yes' } },
  opening: { completed: opened, none: opened },
};

/**
 * A status that this page does not know, for example of a newer server: it shows the amount, but nothing of the
 * outcome.
 */
const unknown: Movement = { sentence: 'happened.unknown', moved: 'coming' };

/** The description of a record. A status that its type never has is treated as unknown. */
export function movementOf({ kind, status }: { readonly kind: Kind; readonly status: Status | null }): Movement {
  const known: Readonly<Partial<Record<Status | 'none', Movement>>> = MOVEMENTS[kind];
  return known[status ?? 'none'] ?? unknown;
}

/** Whether the second asset of a record moved: what a restake returns does, though the rest stays staked. */
export function counterMoved(moved: Movement['moved']): Movement['moved'] {
  return moved === 'kept' ? 'yes' : moved;
}

/** Whether all went well and nothing is left to happen: a row of a list needs no word for that. */
export function isPlain(status: Status | null): status is 'completed' | 'done' | null {
  return status === null || status === 'completed' || status === 'done';
}

const IN_ORDER: readonly Status[] = [
  'awaitingPayment',
  'inProcess',
  'approved',
  'notApproved',
  'returned',
  'completed',
  'cancel',
  'done',
];

/** The statuses that records of these types can have, in the order of their lifecycles. */
export function statusesOf(kinds: readonly Kind[]): readonly Status[] {
  return IN_ORDER.filter((status) => kinds.some((kind) => status in MOVEMENTS[kind]));
}
