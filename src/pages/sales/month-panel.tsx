import { useCallback, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatPercent } from '#money/percent.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { ExactAmount } from '#src/ui/amount.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { AlwaysShown } from '#src/ui/member-hidden.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { useRead } from '#src/reads/use-read.ts';
import { SidesTable } from '../organization/sides-table.tsx';
import { figureOf, isMonth, standingOf, type SalesMonth } from './month.ts';
import { LegUser } from './running-panel.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

const LINES = 10;

/** How the binary bonus of one month was calculated (D-11), step by step. */
export function MonthPanel({ month }: { readonly month: string }) {
  const { t } = useTranslation('sales');
  const back = (
    <ButtonLink kind="secondary" to={paths.sales}>
      <MemberIcon name="back" />
      {t('all')}
    </ButtonLink>
  );
  if (!isMonth(month)) return <NoFigures month={month} back={back} />;
  return (
    <>
      <div className="print:hidden">{back}</div>
      <ReadMonth month={month} back={back} />
    </>
  );
}

interface NoFiguresProps {
  readonly month: string;
  readonly back: ReactNode;
}

function NoFigures({ month, back }: NoFiguresProps) {
  const { t } = useTranslation('sales');
  return (
    <Alert kind="warning" title={t('noFigures.title', { month })} actions={back}>
      {t('noFigures.text')}
    </Alert>
  );
}

function ReadMonth({ month, back }: { readonly month: string; readonly back: ReactNode }) {
  const { t } = useTranslation('sales');
  const { api } = useServices();
  const read = useCallback(
    (signal: AbortSignal) => dataOf(api.GET('/sales/{month}', { params: { path: { month } }, signal })),
    [api, month],
  );
  const { result, retry } = useRead(`sales ${month}`, read);
  if (result.state === 'loading') return <Skeleton what={t('loading')} lines={LINES} />;
  if (result.state === 'ready') return <Explained sales={result.value} />;
  return result.problem.code === 'not_found' ? (
    <NoFigures month={month} back={back} />
  ) : (
    <ReadFailed problem={result.problem} onRetry={retry} />
  );
}

function Explained({ sales }: { readonly sales: SalesMonth }) {
  const { t } = useTranslation('sales');
  const { serverNow } = useServices();
  const { outcome, asOf, bonusOn } = sales;
  const standing = standingOf(sales, serverNow());
  return (
    <>
      <Notice kind={outcome === 'paid' ? 'success' : 'info'} title={t(`standing.${standing}`)}>
        {t(`standingText.${standing}`)}
      </Notice>
      <AlwaysShown>
        <LegsPanel sales={sales} />
      </AlwaysShown>
      {bonusOn && <BonusPanel sales={sales} />}
      <p className="text-sm text-muted">
        <WholeWords
          text={asOf === null ? t('running.notSummed') : t('running.asOf', { moment: formatDateTime(asOf) })}
        />
      </p>
    </>
  );
}

const RUNNING_FIGURES = ['carriedBeforeUsd', 'newUsd'] as const;
const LEG_FIGURES = [...RUNNING_FIGURES, 'matched', 'carriedAfterUsd'] as const;
/** What the bars show, from the middle outwards: before the month is calculated, what it began with. */
const RUNNING_BARS = ['newUsd', 'carriedBeforeUsd'] as const;
const BARS = ['matched', 'carriedAfterUsd'] as const;

/** Both legs from the beginning to the end of the month. */
function LegsPanel({ sales }: { readonly sales: SalesMonth }) {
  const { t } = useTranslation('sales');
  const { left, right, totalUsd } = sales;
  const matchedUsd = figureOf(sales, 'matchedUsd');
  const taken = matchedUsd === null || matchedUsd === '0' ? '0' : `-${matchedUsd}`;
  const bars = matchedUsd === null ? RUNNING_BARS : BARS;
  const sizeOf = (leg: SalesMonth['left'], bar: (typeof bars)[number]) =>
    bar === 'matched' ? (matchedUsd ?? '0') : leg[bar];
  return (
    <Panel title={t('legs.title')} note={t('legs.text')}>
      <SidesTable
        none={matchedUsd === null ? t('legs.noneYet') : t('legs.none')}
        corner="USD"
        users={{ left: <LegUser username={left.username} />, right: <LegUser username={right.username} /> }}
        bars={{ left: bars.map((bar) => sizeOf(left, bar)), right: bars.map((bar) => sizeOf(right, bar)) }}
        rows={(matchedUsd === null ? RUNNING_FIGURES : LEG_FIGURES).map((figure) => {
          const part = bars.findIndex((bar) => bar === figure);
          return {
            name: t(`legs.${figure}`),
            left: figure === 'matched' ? taken : left[figure],
            right: figure === 'matched' ? taken : right[figure],
            ...(part === 0 || part === 1 ? { part } : {}),
            main: figure === 'carriedAfterUsd',
          };
        })}
      />
      <Facts>
        <Fact term={t('measure.totalUsd')}>
          <ExactAmount value={totalUsd} unit="USD" />
        </Fact>
        <Fact term={t('measure.matchedUsd')}>
          {matchedUsd === null ? t('pending') : <ExactAmount value={matchedUsd} unit="USD" />}
        </Fact>
      </Facts>
    </Panel>
  );
}

/** From the matched volume to what was paid. */
function BonusPanel({ sales }: { readonly sales: SalesMonth }) {
  const { t } = useTranslation('sales');
  const { rate, capUsd, paidUsdt, paidPp, roundingUsd, receiptId, ruleVersion, state, outcome } = sales;
  const bonusUsd = figureOf(sales, 'bonusUsd');
  const isPaid = state === 'released' && outcome === 'paid';
  return (
    <Panel title={t('bonus.title')} note={t('bonus.text', { percent: formatPercent(rate) })}>
      <Facts>
        <Fact term={t('bonus.rate')}>{formatPercent(rate)}</Fact>
        <Fact term={t('bonus.cap')}>
          <AlwaysShown>{capUsd === null ? t('bonus.noCap') : <ExactAmount value={capUsd} unit="USD" />}</AlwaysShown>
        </Fact>
        <Fact term={t('measure.bonusUsd')}>
          {bonusUsd === null ? t('pending') : <ExactAmount value={bonusUsd} unit="USD" className="font-semibold" />}
        </Fact>
        {isPaid && (
          <>
            <Fact term={t('bonus.paidUsdt')}>
              <ExactAmount value={paidUsdt} unit="USDT" />
            </Fact>
            <Fact term={t('bonus.paidPp')}>
              <ExactAmount value={paidPp} unit="PP" />
            </Fact>
            <Fact term={t('bonus.rounding')}>
              <ExactAmount value={roundingUsd} unit="USD" />
            </Fact>
          </>
        )}
        {ruleVersion !== null && <Fact term={t('bonus.rules')}>{t('bonus.version', { version: ruleVersion })}</Fact>}
      </Facts>
      {receiptId !== null && (
        <div>
          <Link
            to={addressOf(paths.receipt, { id: receiptId })}
            className="text-link inline-flex min-h-11 items-center"
          >
            {t('bonus.receipt')}
          </Link>
        </div>
      )}
    </Panel>
  );
}
