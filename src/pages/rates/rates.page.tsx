import { useTranslation } from 'react-i18next';
import type texts from '#locales/en-US/rates.json';
import { compare } from '#money/amount.ts';
import { exactOf } from '#money/shown.ts';
import { formatList } from '#src/i18n/format.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { paths } from '#src/paths.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { RateLists, RateListsSkeleton } from './rate-lists.tsx';
import { useCalmNews } from './use-calm-news.ts';
import { useLiveRates } from './use-live-rates.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    rates: typeof texts;
  }
}

/** As high as the longer of its two lines, so that the lists stay where they are. */
const LIVE = 'flex min-h-10 items-center gap-2 text-sm sm:min-h-5';

/** /Rate (SRC §2, D-07): the rates in force, updated live, with their age and source. */
export function RatesPage() {
  const { t } = useTranslation('rates');
  const culture = useCulture();
  const { rates, live, problem, retry } = useLiveRates();
  const news = useCalmNews(rates, (before, now) => {
    const changed = now.items.filter(({ asset, usd }) =>
      before.items.every((each) => each.asset !== asset || compare(each.usd, usd) !== 0),
    );
    return changed.length === 0
      ? null
      : t('announce', {
          rates: formatList(
            changed.map(({ asset, usd }) => `${asset} ${t('price', { amount: exactOf(usd, 'USD') })}`),
            culture,
          ),
        });
  });
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      {problem !== null && <ReadFailed problem={problem} onRetry={retry} />}
      {rates === null && problem === null && (
        <>
          <span aria-hidden="true" className={LIVE} />
          <RateListsSkeleton />
        </>
      )}
      {rates !== null && (
        <>
          <p role="status" className={`${LIVE} ${live ? 'text-success' : 'text-warning'}`}>
            <Icon name={live ? 'check' : 'alert'} className="size-4" />
            {live ? t('live') : t('lost')}
          </p>
          <RateLists rates={rates} />
        </>
      )}
      <p role="status" className="sr-only">
        {news}
      </p>
      <div>
        <ButtonLink kind="secondary" to={paths.exchange}>
          <MemberIcon name="exchange" />
          {t('exchange')}
        </ButtonLink>
      </div>
    </>
  );
}
