import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type texts from '#locales/en-US/statements.json';
import type { components } from '#openapi/api.gen.d.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { useRead } from '#src/reads/use-read.ts';
import { useServices } from '#src/services/services.ts';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { HidesAmounts } from '../hides-amounts.tsx';
import { ownZone } from '../history/filters.ts';
import { PeriodForm } from './period-form.tsx';
import { StatementParts } from './statement-parts.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    statements: typeof texts;
  }
}

type Periods = components['schemas']['StatementPeriods'];

const LINES = 8;

/**
 * /History/Statements (D-29): what a wallet held and what moved, of a month or a year, also as PDF and CSV. The period
 * is in the URL, so Back and a reload keep it.
 */
export function StatementsPage() {
  const { t } = useTranslation('statements');
  const { api } = useServices();
  const read = useCallback(
    (signal: AbortSignal) => dataOf(api.GET('/statements', { params: { query: ownZone() }, signal })),
    [api],
  );
  const { result, retry } = useRead('periods of statements', read);
  return (
    <HidesAmounts>
      <PageHeading title={t('title')} note={t('text')} />
      {result.state === 'loading' && <Skeleton what={t('loadingPeriods')} lines={2} />}
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      {result.state === 'ready' && <Chosen periods={result.value} />}
    </HidesAmounts>
  );
}

function Chosen({ periods }: { readonly periods: Periods }) {
  const [told, setTold] = useState('');
  const [parameters, setParameters] = useSearchParams();
  const [newest = ''] = periods.months;
  // A period that there is no statement of is dropped, since nobody can correct it.
  const period = [...periods.months, ...periods.years].find((each) => each === parameters.get('period')) ?? newest;
  return (
    <>
      <PeriodForm
        periods={periods}
        period={period}
        // Back leads to the page before, not through every period that was looked at.
        onChoose={(chosen) => setParameters({ period: chosen }, { replace: true })}
      />
      {/* Another period starts over, and where it is said stays: otherwise no screen reader would tell. */}
      <p role="status" className="sr-only">
        {told}
      </p>
      <ReadStatement key={period} period={period} onTold={setTold} />
    </>
  );
}

interface ReadStatementProps {
  readonly period: string;
  /** Takes what is said of the statement; nothing as long as it isn't read. */
  readonly onTold: (words: string) => void;
}

function ReadStatement({ period, onTold }: ReadStatementProps) {
  const { t } = useTranslation(['statements', 'common']);
  const { api } = useServices();
  const read = useCallback(
    (signal: AbortSignal) =>
      dataOf(api.GET('/statements/{period}', { params: { path: { period }, query: ownZone() }, signal })),
    [api, period],
  );
  const { result, retry } = useRead(`statement ${period}`, read);
  const span = result.state === 'ready' ? t('span', { from: result.value.from, to: result.value.to }) : '';
  const words = span && t('common:labelled', { label: t('title'), value: span });
  const tell = useEffectEvent(() => onTold(words));
  useEffect(() => tell(), [words]);
  if (result.state === 'loading') return <Skeleton what={t('loading')} lines={LINES} />;
  if (result.state === 'failed') return <ReadFailed problem={result.problem} onRetry={retry} />;
  return <StatementParts statement={result.value} />;
}
