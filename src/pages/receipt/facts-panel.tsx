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
  const { status, at, updatedAt, asset, amount, net, counterAsset, counterAmount, counterparty, note, ruleVersion, stage } = receipt;
  const counter = counterAsset === null || counterAmount === null ? '' : `${exact(sizeOf(counterAmount))} ${counterAsset}`;
  const happened = happenedOf(receipt);
  const words = { amount: `${exact(sizeOf(amount))} ${asset}`, net: `${exact(sizeOf(net ?? amount))} ${asset}`, counter, member: counterparty ?? '' };
  return (
    <Panel title={t('facts.title')}>
      <p>{t(`happened.${happened}`, words)}</p>
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

/** What returned besides is told with it: of a restake the principal, of a withdrawn stake the MP. */
function happenedOf({ kind, counterAsset }: Receipt) {
  if (counterAsset !== null && kind === 'restake') return 'restakeReturning';
  if (counterAsset !== null && kind === 'stakeWithdrawal') return 'stakeWithdrawalBoth';
  return kind;
}

/** What the two sides of an act are called: of an exchange they change places, of a stake they go where it says. */
const SIDES = {
  restake: ['facts.restaked', 'facts.returned'],
  stakeWithdrawal: ['facts.returned', 'facts.returned'],
  other: ['facts.gave', 'facts.got'],
} as const;

/** Gross, fee and net stand together; of an exchange both sides do, and of what becomes of a stake both parts. */
function MoneyFacts({ receipt }: { readonly receipt: Receipt }) {
  const { t } = useTranslation('receipt');
  const { kind, asset, amount, fee, net, counterAsset, counterAmount } = receipt;
  if (counterAsset !== null && counterAmount !== null) {
    const [first, second] = SIDES[kind === 'restake' || kind === 'stakeWithdrawal' ? kind : 'other'];
    return (
      <>
        <Fact term={t(first)}>
          <ExactAmount value={sizeOf(amount)} unit={asset} />
        </Fact>
        <Fact term={t(second)}>
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
