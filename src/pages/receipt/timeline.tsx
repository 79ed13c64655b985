import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatAhead, formatElapsed } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { MemberIcon, type MemberIconName } from '#src/ui/member-icon.tsx';

type WithdrawalDetails = components['schemas']['WithdrawalDetails'];

export interface TimelineProps {
  readonly details: WithdrawalDetails;
  readonly isOpen: boolean;
  readonly isOverdue: boolean;
  /** Milliseconds since 1970. */
  readonly present: number;
  readonly begun: string;
}

interface Look {
  readonly icon: MemberIconName;
  readonly color: string;
}

const reached: Look = { icon: 'check', color: 'text-success' };
const ahead: Look = { icon: 'calendar', color: 'text-muted' };

/** A check mark for what brings the money closer; a cross for an end without a payment. */
const looks: Readonly<Record<components['schemas']['RecordStatus'], Look>> = {
  awaitingPayment: ahead,
  inProcess: reached,
  approved: reached,
  completed: reached,
  done: reached,
  notApproved: { icon: 'close', color: 'text-error' },
  cancel: { icon: 'close', color: 'text-muted' },
};

/** What has happened to a withdrawal and what is still to come, each with its time and how far away it is. */
export function Timeline({ details, isOpen, isOverdue, present, begun }: TimelineProps) {
  const { t } = useTranslation(['receipt', 'money']);
  const culture = useCulture();
  const { timeline, completesAt } = details;
  const [start, end] = [Date.parse(begun), Date.parse(completesAt)];
  return (
    <>
      {isOpen && (
        <progress
          aria-label={t('withdrawal.timeline')}
          className="progress progress-primary w-full print:hidden"
          max={Math.max(1, end - start)}
          value={Math.min(Math.max(0, present - start), end - start)}
        />
      )}
      <ol aria-label={t('withdrawal.timeline')} className="flex flex-col gap-3">
        {timeline.map(({ status, at }) => (
          <Step
            key={`${status} ${at}`}
            look={looks[status]}
            name={t(`money:status.${status}`)}
            at={at}
            told={formatElapsed(at, present, culture)}
          />
        ))}
        {isOpen && !isOverdue && (
          <Step
            look={ahead}
            name={t('withdrawal.expected')}
            at={completesAt}
            told={formatAhead(completesAt, present, culture)}
          />
        )}
      </ol>
    </>
  );
}

function Step({
  look: { icon, color },
  name,
  at,
  told,
}: {
  readonly look: Look;
  readonly name: string;
  readonly at: string;
  readonly told: string;
}) {
  const { t } = useTranslation();
  return (
    <li className="flex gap-3">
      <MemberIcon name={icon} className={`mt-0.5 size-5 ${color}`} />
      <div>
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">
          <time dateTime={at}>{t('aside', { text: formatDateTime(at), aside: told })}</time>
        </p>
      </div>
    </li>
  );
}
