import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '#src/services/services.ts';
import { Button } from '#src/ui/button.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import { Submit } from '#src/ui/submit.tsx';

interface ReviewEndProps {
  /** What the press decides: what arrives, leaves or is chosen, and that it can't be taken back. */
  readonly term: string;
  readonly value: ReactNode;
  readonly final: string;
  /** What is said of the time that the draft holds. */
  readonly holds: string;
  /** What the control is called that leads on. */
  readonly confirm: string;
  readonly until: number;
  /** What draws the time that is left, beside its words. */
  readonly ring?: ReactNode;
  readonly send: (event: { readonly type: 'CONFIRM' | 'BACK' }) => void;
}

/** The end of a review: how long the draft holds, and the ways on and back. */
export function ReviewEnd({ term, value, final, holds, confirm, until, ring, send }: ReviewEndProps) {
  const { t } = useTranslation('common');
  const { now } = useServices();
  return (
    <>
      <div className="flex items-center gap-4">
        {ring}
        <Countdown label={holds} until={until} now={now} />
      </div>
      <Submit
        sum={
          <>
            <span className="text-muted">{term}</span>
            <span className="ml-auto text-right font-semibold">{value}</span>
            <span className="basis-full font-medium text-warning">{final}</span>
          </>
        }
      >
        <Button data-event="CONFIRM" onClick={() => send({ type: 'CONFIRM' })}>
          {confirm}
        </Button>
        <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
          {t('action.back')}
        </Button>
      </Submit>
    </>
  );
}
