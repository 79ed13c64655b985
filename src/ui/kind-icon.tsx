import type { components } from '#openapi/api.gen.d.ts';
import { MemberIcon } from './member-icon.tsx';
import type { ComponentProps } from 'react';

type Kind = components['schemas']['ReceiptKind'];

const ICONS = {
  deposit: 'down',
  withdrawal: 'up',
  transferOut: 'send',
  transferIn: 'down',
  exchange: 'exchange',
  purchase: 'tag',
  restake: 'stack',
  stakeWithdrawal: 'wallet',
  stakingReward: 'stack',
  referralBonus: 'people',
  binaryBonus: 'branch',
  opening: 'down',
} as const satisfies Readonly<Record<Kind, ComponentProps<typeof MemberIcon>['name']>>;

/** The picture of what a record is of. */
export function KindIcon({ kind }: { readonly kind: Kind }) {
  return (
    <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-base-200 text-primary">
      <MemberIcon name={ICONS[kind]} />
    </span>
  );
}
