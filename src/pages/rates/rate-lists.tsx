import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { exact, exactOf } from '#money/shown.ts';
import { formatPercent } from '#money/percent.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatElapsed } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { useServices } from '#src/services/services.ts';
import { CoinMark } from '#src/ui/member-marks.tsx';
import { Empty } from '#src/ui/member-empty.tsx';
import { Facts, Panel } from '#src/ui/panel.tsx';
import { RowsSkeleton } from '#src/ui/skeleton.tsx';
import { useNow } from '#src/ui/use-now.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { changeOf } from './change.ts';
import { isShared, sharedOf, type Shared, type Told } from './shared.ts';
import type { RateList } from './use-live-rates.ts';

type Rate = components['schemas']['Rate'];

/** Beside each other on a desk, so that the figures are near their names. */
const LISTS = 'grid max-w-2xl items-start gap-5 lg:max-w-none lg:grid-cols-2';
const ASSETS = 4;
const CURRENCIES = 3;

/** The rates of the assets, and below or beside them those of the currencies, if the club has any. */
export function RateLists({ rates: { items, currencies } }: { readonly rates: RateList }) {
  const { t } = useTranslation('rates');
  const { serverNow } = useServices();
  // Ages grow even if nothing else changes.
  const present = useNow(serverNow, Infinity);
  return (
    <div className={LISTS}>
      {items.length === 0 ? <Empty>{t('none')}</Empty> : <Assets rates={items} present={present} />}
      {currencies.length > 0 && <Currencies rates={currencies} present={present} />}
    </div>
  );
}

/** Placeholders of the same shape. */
export function RateListsSkeleton() {
  const { t } = useTranslation('rates');
  return (
    <div role="status" aria-busy="true" className={LISTS}>
      <span className="sr-only">{t('loading')}</span>
      {[ASSETS, CURRENCIES].map((rows) => (
        <span key={rows} aria-hidden="true" className="panel flex flex-col gap-4 p-5 sm:p-6">
          <span className="skeleton h-7 w-32" />
          <RowsSkeleton rows={rows} />
          <span className="skeleton h-5 w-3/5" />
        </span>
      ))}
    </div>
  );
}

interface ListProps<T> {
  readonly rates: readonly T[];
  readonly present: number;
}

function Assets({ rates, present }: ListProps<Rate>) {
  const { t } = useTranslation('rates');
  const shared = sharedOf(rates);
  return (
    <Panel title={t('assets')}>
      <ul aria-label={t('list')} className="-my-2 flex flex-col divide-y divide-base-300">
        {rates.map((rate) => (
          <AssetRow key={rate.asset} rate={rate} isTold={isShared(rate, shared)} present={present} />
        ))}
      </ul>
      <SharedWords shared={shared} present={present} />
    </Panel>
  );
}

interface AssetRowProps {
  readonly rate: Rate;
  /** Whether the list says its source and its time. */
  readonly isTold: boolean;
  readonly present: number;
}

function AssetRow({ rate, isTold, present }: AssetRowProps) {
  const { t } = useTranslation(['rates', 'money']);
  const { asset, usd, stale } = rate;
  return (
    <li className="flex items-start gap-3 py-3 leading-snug">
      <CoinMark unit={asset} className="mt-1 size-9" />
      <div className="min-w-0 grow">
        {/* The price is below a name that leaves it no room, rather than the name broken. */}
        <div className="flex flex-wrap items-baseline justify-between gap-x-2">
          <h3 className="font-semibold wrap-normal">{t(`money:asset.${asset}`)}</h3>
          <p className="ml-auto text-xl font-semibold tracking-tight tabular-nums">
            <WholeWords text={t('price', { amount: exactOf(usd, 'USD') })} />
          </p>
        </div>
        <div className="flex justify-between gap-x-3 text-sm">
          <span className="shrink-0 text-muted" translate="no">
            {asset}
          </span>
          <ChangeLine rate={rate} />
        </div>
        {!isTold && (
          <div className="mt-1 text-sm">
            <OwnWords rate={rate} present={present} />
            {stale && <p className="font-medium text-warning">{t('staleText')}</p>}
          </div>
        )}
      </div>
    </li>
  );
}

const looks = { up: 'text-success', down: 'text-error', same: 'text-muted' } as const;
const signs = { up: '+', down: '-' } as const;

function ChangeLine({ rate: { usd, previousUsd } }: { readonly rate: Rate }) {
  const { t } = useTranslation('rates');
  const change = changeOf(usd, previousUsd);
  if (change === null || previousUsd === null) return <p className="text-right text-muted">{t('first')}</p>;
  const { way, share } = change;
  const previous = t('price', { amount: exactOf(previousUsd, 'USD') });
  return (
    <p className={`text-right tabular-nums ${looks[way]}`}>
      <WholeWords
        text={
          way === 'same'
            ? t('same', { previous })
            : t('change', { percent: `${signs[way]}${formatPercent(share)}`, previous })
        }
      />
    </p>
  );
}

/** What one USD is in the currencies of the estimates. */
function Currencies({ rates, present }: ListProps<RateList['currencies'][number]>) {
  const { t } = useTranslation(['rates', 'money']);
  const shared = sharedOf(rates);
  return (
    <Panel title={t('currencies.title')} note={t('currencies.text')}>
      <Facts>
        {rates.map((rate) => (
          <div key={rate.currency} className="fact-row">
            <dt className="text-sm text-muted">{rate.currency}</dt>
            <dd className="fact-value font-semibold tabular-nums">
              <WholeWords
                text={t('money:rate.text', { base: 'USD', value: exact(rate.perUsd), quote: rate.currency })}
              />
            </dd>
            {!isShared(rate, shared) && (
              <dd className="basis-full text-sm">
                <OwnWords rate={rate} present={present} />
                {rate.stale && <span className="block font-medium text-warning">{t('currencies.staleText')}</span>}
              </dd>
            )}
          </div>
        ))}
      </Facts>
      <SharedWords shared={shared} present={present} />
    </Panel>
  );
}

/** The source and the time of one rate, which differ from those of the others, and whether it is out of date. */
function OwnWords({ rate, present }: { readonly rate: Told; readonly present: number }) {
  const { t } = useTranslation('rates');
  const words = useWords(present);
  return (
    <>
      {rate.stale && (
        <span className="mr-2 badge border-warning bg-transparent text-sm text-warning">{t('stale')}</span>
      )}
      <span className="text-muted">
        <WholeWords text={words(rate)} />
      </span>
    </>
  );
}

/** The same of all rates of a list, or of all that do not say their own. */
function SharedWords({ shared, present }: { readonly shared: Shared | null; readonly present: number }) {
  const { t } = useTranslation('rates');
  const words = useWords(present);
  if (shared === null) return null;
  return (
    <p className="text-sm text-muted">
      <WholeWords text={shared.byAll ? words(shared) : t('others', { text: words(shared) })} />
    </p>
  );
}

function useWords(present: number): (rate: Pick<Told, 'at' | 'source'>) => string {
  const { t } = useTranslation('rates');
  const culture = useCulture();
  return ({ at, source }) =>
    t('told', {
      source: source === 'operator' ? t('operator') : t('source', { source }),
      moment: formatDateTime(at),
      relative: formatElapsed(at, present, culture),
    });
}
