import type { components } from '#openapi/api.gen.d.ts';
import { addressOf, paths } from '#src/paths.ts';
import { statusesOf } from '../receipt/movement.ts';

export type HistoryKind = components['schemas']['HistoryKind'];

/**
 * The histories of SRC §2 in groups as the navigation has them, the one of everything first: each is a preset of
 * /History.
 */
export const HISTORY_GROUPS = [
  { name: 'everything', kinds: ['all'] },
  { name: 'wallet', kinds: ['depositWithdrawal', 'charge', 'withdrawal', 'transfer', 'exchange'] },
  { name: 'plans', kinds: ['purchase', 'planPurchase', 'stakingReward', 'mpReward'] },
  { name: 'earn', kinds: ['profit', 'bonus', 'referral', 'pp'] },
] as const satisfies readonly { name: string; kinds: readonly HistoryKind[] }[];

export const KINDS: readonly HistoryKind[] = HISTORY_GROUPS.flatMap(({ kinds }) => [...kinds]);

/** The presets that are always in sight, in the order of how often members look for them. */
export const USUAL_KINDS: readonly HistoryKind[] = [
  'all',
  'charge',
  'withdrawal',
  'transfer',
  'exchange',
  'stakingReward',
];

/** The statuses that records of a history can have; none if all of them are final as soon as they are made. */
export function statusesIn(kind: HistoryKind): readonly components['schemas']['RecordStatus'][] {
  if (kind === 'charge') return statusesOf(['deposit']);
  if (kind === 'withdrawal') return statusesOf(['withdrawal']);
  return kind === 'all' || kind === 'depositWithdrawal' ? statusesOf(['deposit', 'withdrawal']) : [];
}

/** The name of a history in a URL, in the style of the other paths: `/History/StakingReward`. */
export function segmentOf(kind: HistoryKind): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}

/** Where a history is: that of everything at /History itself. */
export function historyAddress(kind: HistoryKind): string {
  return kind === 'all' ? paths.histories : addressOf(paths.history, { kind: segmentOf(kind) });
}

/** The history that a URL names, ignoring case (D-19); null if there is none. */
export function kindOf(segment: string): HistoryKind | null {
  return KINDS.find((kind) => kind.toLowerCase() === segment.toLowerCase()) ?? null;
}
