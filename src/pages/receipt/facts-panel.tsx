import { useTranslation } from 'react-i18next';
import { exact } from '#money/shown.ts';
import { ExactAmount } from '#src/ui/amount.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { RecordStatus } from '#src/ui/record-status.tsx';
import { Moment } from './moment.tsx';
import { sizeOf, type Receipt } from './receipt.ts';

/** What happened, in words and in figures to the last digit (D-26, D-29). */
export function FactsPanel({ receipt }: { readonly receipt: Receipt }) {
  const { t } = useTranslation('receipt');
  const { kind, status, at, updatedAt, asset, amount, net, counterAsset, counterAmount, counterparty, note, ruleVersion, stage } = receipt;
  const counter = counterAsset === null || counterAmount === null ? '' : `${exact(sizeOf(counterAmount))} ${counterAsset}`;
  const words = { amount: `${exact(sizeOf(amount))} ${asset}`, net: `${exact(sizeOf(net ?? amount))} ${asset}`, counter, member: counterparty ?? '' };
  return (
    <Panel title={t('facts.title')}>
      <p>{t(`happened.${kind}`, words)}</p>
      <Facts>
        {status !== null && (
          <Fact term={t('facts.status')}>
            <RecordStatus status={status} />
          </Fact>
        )}
        <MoneyFacts receipt={receipt} />
        {counterparty !== null && (
          <Fact term={t('facts.counterparty')}>
            <span translate="no">{counterparty}</span>
          </Fact>
        )}
        {stage !== null && <Fact term={t('facts.stage')}>{stage}</Fact>}
        {note !== null && <Fact term={t('facts.note')}>{note}</Fact>}
        <RateFacts receipt={receipt} />
        {ruleVersion !== null && <Fact term={t('facts.ruleVersion')}>{ruleVersion}</Fact>}
        <Fact term={t('facts.at')}>
          <Moment at={at} />
        </Fact>
        {updatedAt !== at && (
          <Fact term={t('facts.updatedAt')}>
            <Moment at={updatedAt} />
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

/** Gross, fee and net stand together; of an exchange both sides do. */
function MoneyFacts({ receipt }: { readonly receipt: Receipt }) {
  const { t } = useTranslation('receipt');
  const { asset, amount, fee, net, counterAsset, counterAmount } = receipt;
  if (counterAsset !== null && counterAmount !== null) {
    return (
      <>
        <Fact term={t('facts.gave')}>
          <ExactAmount value={sizeOf(amount)} unit={asset} />
        </Fact>
        <Fact term={t('facts.got')}>
          <ExactAmount value={sizeOf(counterAmount)} unit={counterAsset} />
        </Fact>
      </>
    );
  }
  return (
    <>
      <Fact term={t('facts.gross')}>
        <ExactAmount value={sizeOf(amount)} unit={asset} />
      </Fact>
      {fee !== null && (
        <Fact term={t('facts.fee')}>
          <ExactAmount value={fee} unit={asset} />
        </Fact>
      )}
      {net !== null && (
        <Fact term={t('facts.net')}>
          <ExactAmount value={net} unit={asset} className="font-semibold" />
        </Fact>
      )}
    </>
  );
}

function RateFacts({ receipt }: { readonly receipt: Receipt }) {
  const { t } = useTranslation('receipt');
  const { asset, counterAsset, rate, rateAt } = receipt;
  return (
    <>
      {rate !== null && <Fact term={t('facts.rate')}>{t('facts.rateText', { asset, rate: exact(rate), unit: counterAsset ?? 'USD' })}</Fact>}
      {rateAt !== null && (
        <Fact term={t('facts.rateAt')}>
          <Moment at={rateAt} />
        </Fact>
      )}
    </>
  );
}
