import { useContext, useId, type ReactNode } from 'react';
import type { Amount as Decimal } from '#money/amount.ts';
import { Estimate, useEstimate } from './estimate.tsx';
import { CurrencyContext } from './member-currency.ts';
import { HideButton } from './member-hidden.tsx';
import { FigureSkeleton } from './skeleton.tsx';

export interface FigurePanelProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The raised part around the one figure that a page is about, with the eye that hides the amounts of the page. */
export function FigurePanel({ title, children }: FigurePanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="raised flex flex-col gap-3 p-4 sm:gap-5 sm:p-7">
      <header className="-mt-2 -mb-4 flex sm:-mb-5 items-center justify-between gap-3">
        <h2 id={id} className="font-medium text-muted">
          {title}
        </h2>
        <HideButton />
      </header>
      {children}
    </section>
  );
}

/** What can be done with it, in one row: on a phone each icon is above its name. */
export function Acts({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav aria-label={label} className="@container">
      <div className="acts">{children}</div>
    </nav>
  );
}

/** As many characters have room in the large size on the narrowest phone: yen take more digits than dollars. */
const LONGEST = 13;

/** The figure, in the chosen currency. Its placeholder is as high: what is below must not move under a finger. */
export function HeroFigure({ usd, loading }: { readonly usd: Decimal | null; readonly loading: string }) {
  const { chosen, isLoading } = useContext(CurrencyContext);
  const estimate = useEstimate();
  const isLong = usd !== null && (estimate(usd)?.length ?? 0) > LONGEST;
  return (
    <div className="flex min-h-12 items-center">
      {usd === null || isLoading ? (
        <FigureSkeleton what={loading} />
      ) : (
        <Estimate
          key={`${usd} ${chosen}`}
          usd={usd}
          className={`figure-new font-semibold tracking-tight ${isLong ? 'hero-figure-long' : 'hero-figure'}`}
        />
      )}
    </div>
  );
}
