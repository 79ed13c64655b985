import { useContext, useId, type CSSProperties, type ReactNode } from 'react';
import type { Amount as Decimal } from '#money/amount.ts';
import { exactOf } from '#money/shown.ts';
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

/** The figure, in the chosen currency. Its placeholder is as high: what is below must not move under a finger. */
export function HeroFigure({ usd, loading }: { readonly usd: Decimal | null; readonly loading: string }) {
  const { chosen, isLoading } = useContext(CurrencyContext);
  const estimate = useEstimate();
  if (usd === null || isLoading)
    return (
      <div className="flex min-h-12 items-center">
        <FigureSkeleton what={loading} />
      </div>
    );
  const estimated = estimate(usd);
  return (
    <FigureLine text={estimated === null ? `${exactOf(usd, 'USD')} USD` : `≈ ${estimated}`}>
      <Estimate key={`${usd} ${chosen}`} usd={usd} className="figure-new hero-figure font-semibold tracking-tight" />
    </FigureLine>
  );
}

interface FigureLineProps {
  /** What the figure says: it is as large as it can be on one line. */
  readonly text: string;
  readonly children: ReactNode;
}

/** The line of a page's one figure, a `hero-figure`. */
export function FigureLine({ text, children }: FigureLineProps) {
  return (
    <div className="@container flex min-h-12 items-center" style={{ '--letters': text.length } as CSSProperties}>
      {children}
    </div>
  );
}
