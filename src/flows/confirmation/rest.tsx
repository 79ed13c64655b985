import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '#src/services/services.ts';
import { Countdown } from '#src/ui/countdown.tsx';
import { Fold } from '#src/ui/fold.tsx';
import { ReviewList } from '#src/ui/review-list.tsx';

interface RestProps {
  /** What is said of the time that the draft holds. */
  readonly holds: string;
  readonly until: number;
  /** What else was read on the review, as rows; no figure that is confirmed is among them. */
  readonly children?: ReactNode;
}

/** What is below the code or the passkey: how long the draft holds, and what else is known of it, folded up. */
export function Rest({ holds, until, children }: RestProps) {
  const { t } = useTranslation('money');
  const { now } = useServices();
  return (
    <>
      <Countdown label={holds} until={until} now={now} />
      {children !== undefined && (
        <Fold title={t('details')} className="print:hidden">
          <ReviewList tight>{children}</ReviewList>
        </Fold>
      )}
    </>
  );
}
