import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDateTime, formatRelative } from '#src/i18n/format.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { Icon } from '#src/ui/icon.tsx';

type WithdrawalDetails = components['schemas']['WithdrawalDetails'];

export interface TimelineProps {
  readonly details: WithdrawalDetails;
  readonly isOpen: boolean;
  readonly isOverdue: boolean;
  /** Milliseconds since 1970. */
  readonly present: number;
  readonly begun: string;
}

/** What has happened to a withdrawal and what is still to come, each with its moment as such and from now. */
export function Timeline({ details, isOpen, isOverdue, present, begun }: TimelineProps) {
  const { t } = useTranslation(['receipt', 'money']);
  const { timeline, completesAt } = details;
  const [start, end] = [Date.parse(begun), Date.parse(completesAt)];
  return (
    <>
      {isOpen && (
        <progress aria-label={t('withdrawal.timeline')} className="progress progress-primary w-full print:hidden" max={Math.max(1, end - start)} value={Math.min(Math.max(0, present - start), end - start)} />
      )}
      <ol aria-label={t('withdrawal.timeline')} className="flex flex-col gap-3">
        {timeline.map(({ status, at }) => (
          <Step key={`${status} ${at}`} done name={t(`money:status.${status}`)} at={at} present={present} />
        ))}
        {isOpen && !isOverdue && <Step done={false} name={t('withdrawal.expected')} at={completesAt} present={present} />}
      </ol>
    </>
  );
}

function Step({ done, name, at, present }: { readonly done: boolean; readonly name: string; readonly at: string; readonly present: number }) {
  const culture = useCulture();
  return (
    <li className="flex gap-3">
      <Icon name={done ? 'check' : 'calendar'} className={`mt-0.5 size-5 ${done ? 'text-success' : 'text-muted'}`} />
      <div>
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">
          <time dateTime={at}>{formatDateTime(at)}</time> ({formatRelative(at, present, culture)})
        </p>
      </div>
    </li>
  );
}
