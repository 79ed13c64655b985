// The faces of what members see most: coins, stages, kinds of records. Drawn by us on the grid of icon.tsx, decorative:
// the name is always beside them.
import type { ReactNode } from 'react';
import type { components } from '#openapi/api.gen.d.ts';
import type { Unit } from '#money/assets.ts';
import { Avatar } from './member-avatar.tsx';
import { MemberIcon, type MemberIconName } from './member-icon.tsx';

/** Each coin's own color, and the mark on it, in lines of one width. */
const coins: Readonly<Record<Unit, { readonly ground: string; readonly lines: string }>> = {
  BTC: {
    ground: '#c96a08',
    lines:
      'M9 7.5v9M9 7.5h4a2.2 2.2 0 0 1 0 4.4H9M13.2 11.9a2.3 2.3 0 0 1 0 4.6H9M10.5 5.7v1.8M13 5.7v1.8M10.5 16.5v1.8M13 16.5v1.8M7.6 7.5H9M7.6 16.5H9',
  },
  ETH: { ground: '#4d5fc4', lines: 'M12 5l4.4 7.2L12 14.8l-4.4-2.6zM7.6 14.2 12 19.2l4.4-5' },
  USDT: {
    ground: '#1d7f62',
    lines:
      'M7.5 7.5h9v2.6M7.5 7.5v2.6M12 7.5v10M12 10.6c-3.3 0-5.5.7-5.5 1.5s2.2 1.5 5.5 1.5 5.5-.7 5.5-1.5-2.2-1.5-5.5-1.5',
  },
  MSPC: { ground: '#6b4fa8', lines: 'M7 16.5v-9l5 5.5 5-5.5v9' },
  MP: {
    ground: '#3a7440',
    lines: 'M12 18v-5.5M12 12.5c0-3 2-5 5.5-5 0 3.3-2 5-5.5 5zM12 14.5c0-2.4-1.7-4-5-4 0 2.6 1.8 4 5 4',
  },
  PP: { ground: '#8a5a12', lines: 'M12 6l1.7 3.9 4.3.4-3.2 2.8 1 4.2L12 15.1l-3.8 2.2 1-4.2L6 10.3l4.3-.4z' },
  USD: {
    ground: '#41606b',
    lines:
      'M12 5.7v12.6M15 8.7c-.5-1-1.6-1.5-3-1.5-1.8 0-3 .9-3 2.3 0 3.3 6.2 1.6 6.2 5 0 1.4-1.3 2.4-3.2 2.4-1.6 0-2.8-.7-3.3-1.8',
  },
};

/** The coin of an asset. */
export function CoinMark({ unit, className = 'size-9' }: { readonly unit: Unit; readonly className?: string }) {
  const { ground, lines } = coins[unit];
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`shrink-0 ${className}`}>
      <circle cx="12" cy="12" r="12" fill={ground} />
      <path d={lines} fill="none" stroke="#fff" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

/** Light, middle and shade of the material that a stage is made of, in the order of the stages' numbers. */
const materials = [
  ['#e7b48a', '#b9733c', '#7d471d'],
  ['#eef2f3', '#aab6ba', '#6d7b80'],
  ['#ffe9a6', '#d9a520', '#94690a'],
  ['#ff9db0', '#c9183f', '#7f0a25'],
  ['#9dbcff', '#2553c4', '#132f7c'],
  ['#8fe3ba', '#12804e', '#084f2e'],
  ['#f3fbff', '#a5d5ea', '#4f8fae'],
  ['#d9cff5', '#7a62b8', '#463377'],
] as const;
/** The first three are metals, the others stones. */
const METALS = 3;

/** The color of the material that a stage is made of. */
export function materialOf(stage: number): string {
  return (materials[stage - 1] ?? materials[0])[1];
}

/** A stage by its material: a coin of metal, or a cut stone. */
export function StageMark({ stage, className = 'size-9' }: { readonly stage: number; readonly className?: string }) {
  const [light, middle, shade] = materials[stage - 1] ?? materials[materials.length - 1] ?? materials[0];
  const parts: ReactNode =
    stage <= METALS ? (
      <>
        <circle cx="12" cy="12" r="11" fill={shade} />
        <circle cx="12" cy="12" r="9.2" fill={middle} />
        <path d="M5.5 5.5a9.2 9.2 0 0 1 13 0L5.5 18.5a9.2 9.2 0 0 1 0-13z" fill={light} opacity="0.55" />
        <circle cx="12" cy="12" r="5.6" fill={middle} />
        <path d="M8 16a5.6 5.6 0 0 0 8-8z" fill={shade} opacity="0.45" />
      </>
    ) : (
      <>
        <path d="M7 2.5h10l5.5 6.5L12 22.5 1.5 9z" fill={middle} />
        <path d="M7 2.5h10L15.5 9h-7z" fill={light} />
        <path d="M7 2.5 1.5 9h7zM8.5 9h7L12 22.5z" fill={light} opacity="0.45" />
        <path d="M22.5 9h-7L12 22.5zM17 2.5l5.5 6.5h-7z" fill={shade} opacity="0.7" />
      </>
    );
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`shrink-0 ${className}`}>
      {parts}
    </svg>
  );
}

const kinds: Readonly<Record<components['schemas']['ReceiptKind'], MemberIconName>> = {
  deposit: 'down',
  withdrawal: 'up',
  transferOut: 'send',
  transferIn: 'receive',
  exchange: 'exchange',
  purchase: 'tag',
  restake: 'again',
  stakeWithdrawal: 'unlock',
  stakingReward: 'sprout',
  referralBonus: 'share',
  binaryBonus: 'branch',
  opening: 'list',
};

interface KindMarkProps {
  readonly kind: keyof typeof kinds;
  /** The member whose initials are on the disc, if it was with one; the kind is then a small mark on its edge. */
  readonly member?: string | null;
}

/** What kind of thing happened, on a disc. */
export function KindMark({ kind, member = null }: KindMarkProps) {
  return (
    <span aria-hidden="true" className={member === null ? 'icon-disc' : 'face-with-mark'}>
      {member !== null && <Avatar name={member} className="size-10 text-sm" />}
      <MemberIcon name={kinds[kind]} />
    </span>
  );
}
