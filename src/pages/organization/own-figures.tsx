import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '#src/services/services.ts';
import { Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { useRead } from '#src/reads/use-read.ts';
import { LegFigures, type LegFiguresProps } from './leg-figures.tsx';

const LINES = 6;

/** SRC §7 communityInfo: the member's own organization in figures. */
export function OwnFigures({ withoutMonth = false }: Pick<LegFiguresProps, 'withoutMonth'>) {
  const { t } = useTranslation('organization');
  const { api } = useServices();
  const read = useCallback((signal: AbortSignal) => dataOf(api.GET('/account/communityInfo', { signal })), [api]);
  const { result, retry } = useRead('organization', read);
  return (
    <Panel
      title={t('own.title')}
      note={result.state === 'ready' ? t('own.introduced', { count: result.value.introduced }) : undefined}
    >
      {result.state === 'loading' && <Skeleton what={t('own.loading')} lines={LINES} />}
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      {result.state === 'ready' && <LegFigures {...result.value} withoutMonth={withoutMonth} />}
    </Panel>
  );
}
