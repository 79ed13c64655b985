import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isZero } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Amount } from '#src/ui/amount.tsx';
import { Butterfly } from '#src/ui/member-butterfly.tsx';
import { AlwaysShown } from '#src/ui/member-hidden.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { useRead } from '#src/reads/use-read.ts';

/** From the middle outwards, as on /SalesManagement: what was carried over is matched too. */
const sidesOf = ({ newUsd, carriedBeforeUsd }: components['schemas']['SalesMonth']['left']) =>
  [newUsd, carriedBeforeUsd] as const;

const LINES = 3;
const MONTH = 'YYYY-MM'.length;

/**
 * What the binary bonus of the running month will be calculated from, once the month is over; nothing is projected
 * (D-31). Renders nothing if the club pays no binary bonus.
 */
export function BonusPanel() {
  const { t } = useTranslation('dashboard');
  const { api, serverNow } = useServices();
  const read = useCallback((signal: AbortSignal) => dataOf(api.GET('/sales', { signal })), [api]);
  const { result, retry } = useRead('sales', read);
  const month = result.state === 'ready' ? result.value.items[0] : undefined;
  if (result.state === 'ready' && month?.bonusOn !== true) return null;
  return (
    <Panel
      title={t('bonus.title', { month: month?.month ?? new Date(serverNow()).toISOString().slice(0, MONTH) })}
      note={t('bonus.text')}
      more={{ to: paths.sales, name: t('bonus.open') }}
    >
      {result.state === 'loading' && <Skeleton what={t('bonus.loading')} lines={LINES} />}
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      {month !== undefined && (
        <>
          <Butterfly left={sidesOf(month.left)} right={sidesOf(month.right)} />
          <AlwaysShown>
            <Facts>
              <Fact term={t('bonus.left')}>
                <Amount value={month.left.newUsd} unit="USD" />
              </Fact>
              <Fact term={t('bonus.right')}>
                <Amount value={month.right.newUsd} unit="USD" />
              </Fact>
              {!isZero(month.left.carriedBeforeUsd) && (
                <Fact term={t('bonus.leftCarried')}>
                  <Amount value={month.left.carriedBeforeUsd} unit="USD" />
                </Fact>
              )}
              {!isZero(month.right.carriedBeforeUsd) && (
                <Fact term={t('bonus.rightCarried')}>
                  <Amount value={month.right.carriedBeforeUsd} unit="USD" />
                </Fact>
              )}
            </Facts>
          </AlwaysShown>
        </>
      )}
    </Panel>
  );
}
