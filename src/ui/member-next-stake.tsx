import type { ReactNode } from 'react';
import type { components } from '#openapi/api.gen.d.ts';
import { StageMark } from './member-marks.tsx';
import { Ring } from './member-ring.tsx';
import { useStageWords } from './stage-words.ts';

/** A ring of days, and what there is to say of it. */
export function BesideRing({ ring, children }: { readonly ring: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-24 items-center gap-5">
      {ring}
      <div className="min-w-0">{children}</div>
    </div>
  );
}

export interface NextStakeProps {
  readonly stake: components['schemas']['Stake'];
  readonly title: string;
  /** When it unlocks, in words. */
  readonly children: ReactNode;
}

/** The stake that is free next: a ring that closes as its days pass, with those that are left in its middle. */
export function NextStake({ stake: { stage, days, daysLeft }, title, children }: NextStakeProps) {
  const words = useStageWords();
  return (
    <BesideRing
      ring={
        <Ring part={days - daysLeft} whole={days} className="size-24 text-3xl">
          {daysLeft}
        </Ring>
      }
    >
      <p className="text-sm text-muted">{title}</p>
      <p className="mt-0.5 flex items-center gap-2 font-semibold">
        <StageMark stage={stage} className="size-5" />
        {words.name(stage)}
      </p>
      <p className="mt-0.5">{children}</p>
    </BesideRing>
  );
}
