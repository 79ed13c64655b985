import type { components } from '#openapi/api.gen.d.ts';

type Kind = components['schemas']['ReceiptKind'];
type Status = components['schemas']['RecordStatus'];

/**
 * Statuses that a deposit or a withdrawal can have; the other kinds are done at once and have none. An opening balance
 * is a deposit that was credited.
 */
type StatusOf<TKind extends Kind> = TKind extends 'deposit'
  ? Exclude<Status, 'approved' | 'done'>
  : TKind extends 'withdrawal'
    ? Exclude<Status, 'awaitingPayment'>
    : TKind extends 'opening'
      ? 'completed' | 'none'
      : 'none';

/** What a record says of itself at a status. */
export interface Movement {
  /** What happened, a key of the texts of receipts. */
  readonly sentence: Sentence;
  /** The sentence where a second asset moved with it. */
  readonly both?: Sentence;
  /**
   * Whether the wallet holds more or less by it: it does, it may come to, or it never did. What never moved has no
   * sign.
   */
  readonly moved: 'yes' | 'coming' | 'never';
}

type Sentence =
  | 'happened.depositAwaited'
  | 'happened.depositSeen'
  | 'happened.deposit'
  | 'happened.depositRefused'
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
 * Every kind at every status that it can have (L-01, L-02): a status that the contract adds is a compile error here.
 */
export const MOVEMENTS: { readonly [TKind in Kind]: Readonly<Record<StatusOf<TKind>, Movement>> } = {
  deposit: {
    awaitingPayment: { sentence: 'happened.depositAwaited', moved: 'coming' },
    inProcess: { sentence: 'happened.depositSeen', moved: 'coming' },
    completed: { sentence: 'happened.deposit', moved: 'yes' },
    notApproved: { sentence: 'happened.depositRefused', moved: 'never' },
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
  restake: { none: { sentence: 'happened.restake', both: 'happened.restakeReturning', moved: 'yes' } },
  stakeWithdrawal: {
    none: { sentence: 'happened.stakeWithdrawal', both: 'happened.stakeWithdrawalBoth', moved: 'yes' },
  },
  stakingReward: { none: { sentence: 'happened.stakingReward', moved: 'yes' } },
  referralBonus: { none: { sentence: 'happened.referralBonus', moved: 'yes' } },
  binaryBonus: { none: { sentence: 'happened.binaryBonus', both: 'happened.binaryBonusBoth', moved: 'yes' } },
  opening: { completed: opened, none: opened },
};

/** Of a status that this page doesn't know, of a newer server say: how much it is about, and nothing of its outcome. */
const unknown: Movement = { sentence: 'happened.unknown', moved: 'coming' };

/**
 * What a record says of itself. A status that its kind never has is one that nothing is known of: then it is told of as
 * such.
 */
export function movementOf({ kind, status }: { readonly kind: Kind; readonly status: Status | null }): Movement {
  const known: Readonly<Partial<Record<Status | 'none', Movement>>> = MOVEMENTS[kind];
  return known[status ?? 'none'] ?? unknown;
}

const IN_ORDER: readonly Status[] = [
  'awaitingPayment',
  'inProcess',
  'approved',
  'notApproved',
  'completed',
  'cancel',
  'done',
];

/** The statuses that records of these kinds can have, in the order of their lives. */
export function statusesOf(kinds: readonly Kind[]): readonly Status[] {
  return IN_ORDER.filter((status) => kinds.some((kind) => status in MOVEMENTS[kind]));
}
