import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#src/i18n/format.ts';

/** A time in the reader's time zone and in UTC (D-29). */
export function Moment({ at }: { readonly at: string }) {
  const { t } = useTranslation('receipt');
  return (
    <time dateTime={at} className="block">
      {formatDateTime(at)}
      <span className="block text-sm font-normal text-muted">
        {t('moment.utc', { moment: formatDateTime(at, { timeZone: 'UTC' }) })}
      </span>
    </time>
  );
}
