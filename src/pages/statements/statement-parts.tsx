import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { isNegative, unsigned, type Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import { ExactAmount } from '#src/ui/amount.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/member-empty.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { CoinMark } from '#src/ui/member-marks.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { historyAddress } from '../history/kinds.ts';
import { StatementFiles } from './statement-files.tsx';

type Statement = components['schemas']['Statement'];
type StatementAsset = components['schemas']['StatementAsset'];

/** As the server writes it. */
const NOTHING: Amount = '0';

/** The figures of a statement, its files, and the way to its records. */
export function StatementParts({ statement }: { readonly statement: Statement }) {
  const { t } = useTranslation(['statements', 'common']);
  const { period, from, to, timeZone, isOver, assets, elsewhere } = statement;
  const records = new URLSearchParams({ from, to });
  return (
    <>
      <p className="text-muted">
        {t('span', { from, to })}
        {t('common:separator')}
        <span translate="no" className="wrap-anywhere">
          {timeZone}
        </span>
      </p>
      {!isOver && <Notice kind="info">{t('soFar')}</Notice>}
      <div className="flex flex-wrap gap-3 print:hidden">
        <StatementFiles period={period} />
        <ButtonLink kind="quiet" to={`${historyAddress('all')}?${records.toString()}`}>
          <MemberIcon name="list" />
          {t('records')}
        </ButtonLink>
      </div>
      {assets.length === 0 && <Empty>{t('none')}</Empty>}
      <div className="grid items-start gap-5 empty:hidden lg:grid-cols-2">
        {assets.map((asset) => (
          <AssetPanel key={asset.asset} of={asset} />
        ))}
      </div>
      {elsewhere.length > 0 && (
        <Panel title={t('elsewhere.title')} note={t('elsewhere.text')}>
          <Facts>
            {elsewhere.map(({ place, asset, amount }) => (
              <Fact
                key={`${place} ${asset}`}
                term={t(place === 'stakes' && asset === 'MP' ? 'elsewhere.stakedPoints' : `elsewhere.${place}`)}
              >
                <ExactAmount value={amount} unit={asset} />
              </Fact>
            ))}
          </Facts>
        </Panel>
      )}
    </>
  );
}

function AssetPanel({ of: { asset, opening, in: came, out, fees, closing, kinds } }: { readonly of: StatementAsset }) {
  const { t } = useTranslation(['statements', 'receipt']);
  const totals = [
    ['incoming', came],
    ['outgoing', out],
    // What was returned can be more than what was charged, as of a withdrawal of the month before: it is then in `in`.
    [isNegative(fees) ? 'feesReturned' : 'fees', unsigned(fees)],
  ] as const;
  return (
    <Panel title={asset} note={kinds.length === 0 ? t('nothingMoved') : undefined}>
      <Facts>
        <Fact term={t('opening')} mark={<CoinMark unit={asset} className="size-6" />}>
          <ExactAmount value={opening} unit={asset} />
        </Fact>
        {kinds.map((each) => (
          <Fact
            key={each.kind}
            term={each.kind === 'withdrawalReturned' ? t('withdrawalReturned') : t(`receipt:kind.${each.kind}`)}
          >
            <Moved amounts={[each.in, each.out]} asset={asset} />
          </Fact>
        ))}
        {totals.map(([name, amount]) =>
          amount === NOTHING ? null : (
            <Fact key={name} term={t(name)}>
              <ExactAmount value={amount} unit={asset} />
            </Fact>
          ),
        )}
        <Fact term={t('closing')}>
          <ExactAmount value={closing} unit={asset} />
        </Fact>
      </Facts>
    </Panel>
  );
}

/** What came in and what went out; one of them is zero unless the kind goes both ways. */
function Moved({ amounts, asset }: { readonly amounts: readonly Amount[]; readonly asset: Asset }) {
  return (
    <>
      {amounts
        .filter((amount) => amount !== NOTHING)
        .map((amount) => (
          <ExactAmount key={amount} value={amount} unit={asset} />
        ))}
    </>
  );
}
