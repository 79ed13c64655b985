import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatAhead, formatElapsed } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { MemberIcon, type MemberIconName } from '#src/ui/member-icon.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

type WithdrawalDetails = components['schemas']['WithdrawalDetails'];

export interface TimelineProps {
  readonly details: WithdrawalDetails;
  readonly isOpen: boolean;
  readonly isOverdue: boolean;
  /** Milliseconds since 1970. */
  readonly present: number;
}

interface Look {
  readonly icon: MemberIconName | null;
  readonly dot: string;
}

const reached: Look = { icon: 'check', dot: 'border-primary bg-primary text-primary-content' };
const ahead: Look = { icon: null, dot: 'border-line' };

/** A check mark for what brings the money closer; a cross for an end without a payment. */
const looks: Readonly<Record<components['schemas']['RecordStatus'], Look>> = {
  awaitingPayment: ahead,
  inProcess: reached,
  approved: reached,
  completed: reached,
  done: reached,
  notApproved: { icon: 'close', dot: 'border-error text-error' },
  cancel: { icon: 'close', dot: 'border-line text-muted' },
  returned: { icon: 'close', dot: 'border-line text-muted' },
};

/** What brings the money closer, in order. */
const WAY = ['inProcess', 'approved', 'completed', 'done'] as const;

/**
 * The progress of a withdrawal: what has happened, each step with its time and how far away it is, and what is still to
 * come; only the payment has a time that is expected.
 */
export function Timeline({ details, isOpen, isOverdue, present }: TimelineProps) {
  const { t } = useTranslation(['receipt', 'money']);
  const culture = useCulture();
  const { timeline, completesAt } = details;
  const latest = timeline.at(-1)?.status;
  const isUnderWay = isOpen || latest === 'completed';
  const toCome = isUnderWay ? WAY.slice(1 + WAY.findIndex((status) => status === (latest ?? 'inProcess'))) : [];
  return (
    <ol aria-label={t('withdrawal.timeline')} className="flex flex-col">
      {timeline.map(({ status, at }, place) => (
        <Step
          key={`${status} ${at}`}
          isLatest={place === timeline.length - 1}
          look={looks[status]}
          name={t(`money:status.${status}`)}
          at={at}
          told={formatElapsed(at, present, culture)}
        />
      ))}
      {toCome.map((status) =>
        status === 'completed' && !isOverdue ? (
          <Step
            key={status}
            look={ahead}
            name={t('withdrawal.expected')}
            at={completesAt}
            told={formatAhead(completesAt, present, culture)}
          />
        ) : (
          <Step key={status} look={ahead} name={t(`money:status.${status}`)} />
        ),
      )}
    </ol>
  );
}

interface StepProps {
  readonly look: Look;
  readonly isLatest?: boolean;
  readonly name: string;
  /** When it was, or is expected, and how far away that is; neither of what has no known time. */
  readonly at?: string;
  readonly told?: string;
}

function Step({ look, isLatest = false, name, at, told }: StepProps) {
  const { t } = useTranslation(['receipt', 'common']);
  const { icon, dot } = look;
  return (
    <li aria-current={isLatest ? 'step' : undefined} className="timeline-step-upright">
      <span aria-hidden="true" className={`timeline-step-dot ${dot}`}>
        {icon !== null && <MemberIcon name={icon} className="size-4" />}
      </span>
      <div className="min-w-0 pb-4">
        <p className={look === ahead ? 'text-muted' : 'font-medium'}>
          {name}
          {look === ahead && at === undefined && <span className="sr-only"> {t('withdrawal.toCome')}</span>}
        </p>
        {at !== undefined && told !== undefined && (
          <p className="text-sm text-muted">
            <time dateTime={at}>
              <WholeWords text={t('common:aside', { text: formatDateTime(at), aside: told })} />
            </time>
          </p>
        )}
      </div>
    </li>
  );
}
