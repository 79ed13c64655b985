import { useTranslation } from 'react-i18next';
import type texts from '#locales/en-US/rates.json';
import type { components } from '#openapi/api.gen.d.ts';
import { compare } from '#money/amount.ts';
import { exact } from '#money/shown.ts';
import { formatDateTime, formatList } from '#src/i18n/format.ts';
import { formatElapsed } from '#src/i18n/spans.ts';
import { formatPercent } from '#money/percent.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { CoinMark } from '#src/ui/member-marks.tsx';
import { Empty } from '#src/ui/member-empty.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useNow } from '#src/ui/use-now.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { changeOf } from './change.ts';
import { useCalmNews } from './use-calm-news.ts';
import { useLiveRates, type RateList } from './use-live-rates.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    rates: typeof texts;
  }
}

type Rate = components['schemas']['Rate'];

const LINES = 5;

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
            changed.map(({ asset, usd }) => `${asset} ${t('price', { amount: exact(usd) })}`),
            culture,
          ),
        });
  });
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      {problem !== null && <ReadFailed problem={problem} onRetry={retry} />}
      {rates === null && problem === null && <Skeleton what={t('loading')} lines={LINES} />}
      {rates !== null && (
        <>
          {/* As high as the longer of the two lines, so that the cards stay where they are. */}
          <p
            role="status"
            className={`flex min-h-10 items-center gap-2 text-sm sm:min-h-5 ${live ? 'text-success' : 'text-warning'}`}
          >
            <Icon name={live ? 'check' : 'alert'} className="size-4" />
            {live ? t('live') : t('lost')}
          </p>
          <RateCards rates={rates} />
          <Currencies rates={rates.currencies} />
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

function RateCards({ rates }: { readonly rates: RateList }) {
  const { t } = useTranslation('rates');
  const { now } = useServices();
  // Ages grow even if nothing else changes.
  const present = useNow(now, Infinity);
  if (rates.items.length === 0) return <Empty>{t('none')}</Empty>;
  return (
    <ul aria-label={t('list')} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {rates.items.map((rate) => (
        <RateCard key={rate.asset} rate={rate} present={present} />
      ))}
    </ul>
  );
}

/** What one USD is in the currencies of the estimates; nothing if the club has no rate of any. */
function Currencies({ rates }: { readonly rates: RateList['currencies'] }) {
  const { t } = useTranslation(['rates', 'money']);
  const { now } = useServices();
  const culture = useCulture();
  const present = useNow(now, Infinity);
  if (rates.length === 0) return null;
  return (
    <Panel title={t('currencies.title')} note={t('currencies.text')}>
      <Facts>
        {rates.map(({ currency, perUsd, at, source, stale }) => (
          <Fact key={currency} term={currency}>
            <span className="flex flex-col items-end">
              <WholeWords text={t('money:rate.text', { base: 'USD', value: exact(perUsd), quote: currency })} />
              <span className="text-sm font-normal text-muted">
                <WholeWords
                  text={t('since', { moment: formatDateTime(at), relative: formatElapsed(at, present, culture) })}
                />
                <br />
                {source === 'operator' ? t('operator') : t('source', { source })}
              </span>
              {stale && <span className="text-sm font-medium text-warning">{t('currencies.staleText')}</span>}
            </span>
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}

function RateCard({ rate, present }: { readonly rate: Rate; readonly present: number }) {
  const { t } = useTranslation(['rates', 'money']);
  const culture = useCulture();
  const { asset, usd, at, source, stale } = rate;
  return (
    <li className="panel flex flex-col gap-2 p-5">
      <h2 className="flex flex-wrap items-center gap-x-3">
        <CoinMark unit={asset} />
        <span className="grow text-xl font-semibold tracking-tight">{t(`money:asset.${asset}`)}</span>
        <span className="text-sm text-muted" translate="no">
          {asset}
        </span>
      </h2>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-3xl font-semibold tracking-tight tabular-nums">
        <WholeWords text={t('price', { amount: exact(usd) })} />
        {stale && <span className="badge border-warning bg-transparent text-sm text-warning">{t('stale')}</span>}
      </p>
      <ChangeLine rate={rate} />
      <p className="text-sm text-muted">
        <WholeWords text={t('since', { moment: formatDateTime(at), relative: formatElapsed(at, present, culture) })} />
        <br />
        {source === 'operator' ? t('operator') : t('source', { source })}
      </p>
      {stale && <p className="text-sm font-medium text-warning">{t('staleText')}</p>}
    </li>
  );
}

const looks = { up: 'text-success', down: 'text-error', same: 'text-muted' } as const;

function ChangeLine({ rate }: { readonly rate: Rate }) {
  const { t } = useTranslation('rates');
  const { usd, previousUsd } = rate;
  const change = changeOf(usd, previousUsd);
  if (change === null || previousUsd === null) return <p className="text-sm text-muted">{t('first')}</p>;
  const { way, share } = change;
  return (
    <p className={`text-sm ${looks[way]}`}>
      <WholeWords
        text={t(way, { percent: formatPercent(share), previous: t('price', { amount: exact(previousUsd) }) })}
      />
    </p>
  );
}
