import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#src/i18n/format.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

/** A time in the reader's time zone and in UTC (D-29); once, if theirs is UTC. */
export function Moment({ at }: { readonly at: string }) {
  const { t } = useTranslation('receipt');
  const own = formatDateTime(at);
  const everywhere = formatDateTime(at, { timeZone: 'UTC' });
  const inUtc = t('moment.utc', { moment: everywhere });
  return (
    <time dateTime={at} className="block">
      {own === everywhere ? (
        <WholeWords text={inUtc} />
      ) : (
        <>
          <WholeWords text={own} />
          <span className="block text-sm font-normal text-muted">
            <WholeWords text={inUtc} />
          </span>
        </>
      )}
    </time>
  );
}
