import { useTranslation } from 'react-i18next';
import type { Deposit } from '#machines/deposit/deposit.types.ts';
import { compare } from '#money/amount.ts';
import { exactOf } from '#money/shown.ts';
import { Address } from '#src/ui/address.tsx';
import { ExactAmount } from '#src/ui/amount.tsx';
import { Ring } from '#src/ui/member-ring.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';

export interface PaymentPanelProps {
  readonly deposit: Deposit;
}

/**
 * What the chain reports about the payment that was seen, until it is credited. Its confirmations are where the QR code
 * was.
 */
export function PaymentPanel({ deposit }: PaymentPanelProps) {
  const { t } = useTranslation('deposit');
  const { asset, received, minimum, transactionId, confirmations, confirmationsNeeded, reference } = deposit;
  // Each payment to such an address is held.
  const isHeldBack = deposit.addressRetired === true;
  const done = Math.min(confirmations, confirmationsNeeded);
  return (
    <Panel
      title={t('seen.title')}
      note={isHeldBack ? t('seen.retired', { reference }) : t('seen.text')}
      className="grow"
    >
      <div className="flex flex-col gap-4 sm:flex-row-reverse sm:items-start sm:gap-6">
        <div className="w-full min-w-0">
          <Facts>
            {received !== null && (
              <Fact term={t('seen.received')}>
                <ExactAmount value={received} unit={asset} />
              </Fact>
            )}
            {transactionId !== null && (
              <Fact term={t('seen.transaction')}>
                <Address address={transactionId} item={t('seen.transaction')} />
              </Fact>
            )}
          </Facts>
        </div>
        <div className="flex flex-col items-center gap-3 py-4 sm:w-60 sm:shrink-0">
          <Ring part={done} whole={confirmationsNeeded} className="size-40 text-3xl">
            {t('seen.part', { done, count: confirmationsNeeded })}
          </Ring>
          <p role="status" className="text-center font-medium tabular-nums">
            {t('seen.count', { done, count: confirmationsNeeded })}
          </p>
        </div>
      </div>
      {!isHeldBack && <p className="text-muted">{t('address.looking')}</p>}
      {!isHeldBack && minimum === null && <Notice kind="warning">{t('seen.noRate', { asset })}</Notice>}
      {!isHeldBack && received !== null && minimum !== null && compare(received, minimum) < 0 && (
        <Notice kind="warning">{t('seen.below', { minimum: `${exactOf(minimum, asset)} ${asset}` })}</Notice>
      )}
    </Panel>
  );
}
