import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDateTime } from '#src/i18n/format.ts';
import { Amount } from '#src/ui/amount.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { memberAddress } from '../organization/addresses.ts';
import { SidesTable } from '../organization/sides-table.tsx';
import { salesAddress } from './addresses.ts';
import type { SalesMonth } from './month.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

/**
 * SRC §2: this month's binary bonus, left and right user, total and binary sales. Both sides are matched when the month
 * is over, and nothing is projected (D-31).
 */
export function RunningPanel({ month }: { readonly month: SalesMonth }) {
  const { t } = useTranslation(['sales', 'money']);
  const { bonusOn, left, right, totalUsd, asOf } = month;
  return (
    <Panel
      title={t('running.title', { month: month.month })}
      note={
        <WholeWords
          text={asOf === null ? t('running.notSummed') : t('running.asOf', { moment: formatDateTime(asOf) })}
        />
      }
    >
      {bonusOn && (
        <div>
          <p className="text-xl font-semibold tracking-tight">{t('running.pending')}</p>
          <p className="text-sm text-muted">{t('running.bonus')}</p>
        </div>
      )}
      <SidesTable
        none={t('legs.noneYet')}
        corner="USD"
        users={{ left: <LegUser username={left.username} />, right: <LegUser username={right.username} /> }}
        bars={{ left: [left.newUsd, left.carriedBeforeUsd], right: [right.newUsd, right.carriedBeforeUsd] }}
        rows={[
          {
            name: t('legs.newUsd'),
            left: left.newUsd,
            right: right.newUsd,
            part: 0,
            main: true,
          },
          {
            name: t('legs.carriedBeforeUsd'),
            left: left.carriedBeforeUsd,
            right: right.carriedBeforeUsd,
            part: 1,
          },
        ]}
      />
      <Facts>
        <Fact term={t('measure.totalUsd')}>
          <Amount value={totalUsd} unit="USD" />
        </Fact>
        <Fact term={t('measure.matchedUsd')}>{t('pending')}</Fact>
      </Facts>
      <div>
        <Link to={salesAddress(month.month)} className="text-link inline-flex min-h-11 items-center">
          {t('explain')}
        </Link>
      </div>
    </Panel>
  );
}

/** The member at a place below the member's own seat, or a note that it is free. */
export function LegUser({ username }: { readonly username: string | null }) {
  const { t } = useTranslation('sales');
  if (username === null)
    return <span className="inline-flex min-h-11 items-center font-normal text-muted">{t('freePlace')}</span>;
  return (
    <Link to={memberAddress(username)} className="text-link inline-flex min-h-11 items-center">
      {username}
    </Link>
  );
}
