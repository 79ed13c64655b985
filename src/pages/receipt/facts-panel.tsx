import { useTranslation } from 'react-i18next';
import { add, divideFloor, isZero } from '#money/amount.ts';
import { formatPercent } from '#money/percent.ts';
import { formatList } from '#src/i18n/format.ts';
import { isolated } from '#src/i18n/isolated.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { ExactAmount } from '#src/ui/amount.tsx';
import { Fold } from '#src/ui/fold.tsx';
import { useAmountWords } from '#src/ui/member-hidden.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { Rate } from '#src/ui/rate.tsx';
import { useStageWords } from '#src/ui/stage-words.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { FavoriteButton } from './favorite-button.tsx';
import { Moment } from './moment.tsx';
import { movementOf } from './movement.ts';
import { partsOf } from './parts.ts';
import { sizeOf, type Receipt } from './receipt.ts';

/** More than are displayed. */
const SHARE_DECIMALS = 10;

/** What happened, in words and in exact figures (D-26, D-29). */
export function FactsPanel({
  receipt,
  onChanged,
}: {
  readonly receipt: Receipt;
  readonly onChanged: (receipt: Receipt) => void;
}) {
  const { t } = useTranslation(['receipt', 'money', 'receipt-page']);
  const stageWords = useStageWords();
  const said = useAmountWords();
  const culture = useCulture();
  const {
    at,
    updatedAt,
    asset,
    amount,
    net,
    counterAsset,
    counterAmount,
    counterparty,
    counterpartyName,
    favorite,
    note,
    ruleVersion,
    stage,
  } = receipt;
  // Both parts of a bonus were received; nothing was exchanged.
  const rateAt = receipt.kind === 'binaryBonus' ? null : receipt.rateAt;
  const counter = counterAsset === null || counterAmount === null ? '' : said(sizeOf(counterAmount), counterAsset);
  const { sentence, both } = movementOf(receipt);
  const isHeldBack = receipt.status === 'inProcess' && receipt.deposit?.addressRetired === true;
  const words = {
    amount: formatList(
      partsOf(receipt).map((part) => said(sizeOf(part.amount), part.asset)),
      culture,
    ),
    net: said(sizeOf(net ?? amount), asset),
    counter,
    member: isolated(counterpartyName ?? counterparty ?? ''),
    percent: shareOfPoints(receipt),
  };
  return (
    <Panel title={t('facts.title')}>
      <p>
        <WholeWords
          text={
            isHeldBack
              ? t('receipt-page:retired.happened', words)
              : t(counter !== '' && both !== undefined ? both : sentence, words)
          }
        />
      </p>
      <Facts>
        <MoneyFacts receipt={receipt} />
        {counterparty !== null && (
          <Fact term={t(termOf(receipt))}>
            <span translate="no" className="wrap-anywhere">
              {counterpartyName === null ? counterparty : `${isolated(counterpartyName)} (@${counterparty})`}
            </span>
          </Fact>
        )}
        {stage !== null && (
          <Fact term={t('facts.stage')}>
            <WholeWords text={stageWords.full(stage)} />
          </Fact>
        )}
        {note !== null && (
          <Fact term={t('facts.note')}>
            <span translate="no">{note}</span>
          </Fact>
        )}
        <RateFact receipt={receipt} />
        <Fact term={t('facts.at')}>
          <Moment at={at} />
        </Fact>
        {updatedAt !== at && (
          <Fact term={t('facts.updatedAt')}>
            <Moment at={updatedAt} />
          </Fact>
        )}
      </Facts>
      {(rateAt !== null || ruleVersion !== null) && (
        <Fold title={t('money:details')} className="print:hidden">
          <Facts>
            {rateAt !== null && (
              <Fact term={t('facts.rateAt')}>
                <Moment at={rateAt} />
              </Fact>
            )}
            {ruleVersion !== null && <Fact term={t('facts.ruleVersion')}>{ruleVersion}</Fact>}
          </Facts>
        </Fold>
      )}
      {counterparty !== null && favorite !== null && (
        <FavoriteButton
          username={counterparty}
          favorite={favorite}
          onChanged={(now) => onChanged({ ...receipt, favorite: now })}
        />
      )}
    </Panel>
  );
}

/** What the other member is called: a transfer has a side for each. */
function termOf({ kind }: Pick<Receipt, 'kind'>) {
  if (kind === 'transferOut') return 'facts.recipient';
  return kind === 'transferIn' ? 'facts.sender' : 'facts.counterparty';
}

/**
 * The labels of the two sides of an act: an exchange gives one and gets the other, both parts of a stake return, a
 * bonus receives both.
 */
const SIDES = {
  stakeWithdrawal: ['facts.returned', 'facts.returned'],
  binaryBonus: ['facts.got', 'facts.points'],
  other: ['facts.gave', 'facts.got'],
} as const;

/** Gross, fee and net in one place; for an exchange both sides, for the end of a stake its parts. */
function MoneyFacts({ receipt }: { readonly receipt: Receipt }) {
  const { t } = useTranslation('receipt');
  const { kind, asset, amount, fee, net, counterAsset, counterAmount } = receipt;
  if (kind === 'restake') return <RestakeFacts receipt={receipt} />;
  if (counterAsset !== null && counterAmount !== null) {
    const [first, second] = SIDES[kind === 'stakeWithdrawal' || kind === 'binaryBonus' ? kind : 'other'];
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
  // If nothing ever moved, only the intended amount is shown: no fee was taken and nothing was paid out.
  if (movementOf(receipt).moved === 'never') {
    return (
      <Fact term={t('facts.gross')}>
        <s className="text-muted">
          <ExactAmount value={sizeOf(amount)} unit={asset} />
        </s>
      </Fact>
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

/** All that was staked again, and what returned to the wallet instead. */
function RestakeFacts({ receipt }: { readonly receipt: Receipt }) {
  const { t } = useTranslation('receipt');
  const { counterAsset, counterAmount } = receipt;
  return (
    <>
      <Fact term={t('facts.restaked')}>
        <span className="inline-flex flex-col">
          {partsOf(receipt).map((part) => (
            <ExactAmount key={part.asset} value={sizeOf(part.amount)} unit={part.asset} />
          ))}
        </span>
      </Fact>
      {counterAsset !== null && counterAmount !== null && (
        <Fact term={t('facts.returned')}>
          <ExactAmount value={counterAmount} unit={counterAsset} />
        </Fact>
      )}
    </>
  );
}

/** The share of a bonus that was paid in points, as a percentage: as it was paid, not by the rules of another day. */
function shareOfPoints({ amount, counterAmount }: Receipt): string {
  if (counterAmount === null) return formatPercent('0');
  const whole = add(sizeOf(amount), sizeOf(counterAmount));
  return isZero(whole) ? formatPercent('0') : formatPercent(divideFloor(sizeOf(counterAmount), whole, SHARE_DECIMALS));
}

function RateFact({ receipt: { kind, asset, counterAsset, rate } }: { readonly receipt: Receipt }) {
  const { t } = useTranslation('receipt');
  if (kind === 'binaryBonus' || rate === null) return null;
  return (
    <Fact term={t('facts.rate')}>
      <Rate from={asset} to={counterAsset ?? 'USD'} rate={rate} />
    </Fact>
  );
}
