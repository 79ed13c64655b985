import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { exactOf } from '#money/shown.ts';
import { supportAbout } from '#src/paths.ts';
import { Address } from '#src/ui/address.tsx';
import { ExactAmount } from '#src/ui/amount.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { useMoneyWords } from '#src/ui/money-words.ts';
import { Notice } from '#src/ui/notice.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { QrCode } from '#src/ui/qr-code.tsx';
import { Moment } from './moment.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

type Deposit = components['schemas']['Deposit'];

function amountIn(amount: string, asset: Deposit['asset']): string {
  return `${exactOf(amount, asset)} ${asset}`;
}

/** Where a deposit is paid to, and its status on the chain (D-06). */
export function DepositPanel({ deposit }: { readonly deposit: Deposit }) {
  const { t } = useTranslation(['receipt', 'common']);
  const words = useMoneyWords();
  const {
    reference,
    status,
    asset,
    network,
    development,
    address,
    paymentUri,
    amount,
    minimum,
    received,
    confirmations,
    confirmationsNeeded,
    transactionId,
    creditedAt,
    refusal,
  } = deposit;
  return (
    <Panel title={t('deposit.title')}>
      {status === 'awaitingPayment' && (
        <>
          <Notice kind="warning" title={`${asset}${t('common:separator')}${words.network(network, development)}`}>
            {t('deposit.send')}
          </Notice>
          <div className="flex justify-center">
            <QrCode text={paymentUri} label={t('deposit.qr')} />
          </div>
        </>
      )}
      {status === 'notApproved' && received !== null && (
        <Notice kind="warning" title={t('deposit.held', { amount: amountIn(received, asset) })}>
          <p>
            <WholeWords
              text={
                refusal?.minimum == null
                  ? t('refusal.belowMinimumUnrecorded', { received: amountIn(received, asset), reference })
                  : t('refusal.belowMinimum', {
                      received: amountIn(received, asset),
                      minimum: amountIn(refusal.minimum, asset),
                      reference,
                    })
              }
            />
          </p>
          <div className="mt-2 print:hidden">
            <ButtonLink kind="secondary" to={supportAbout(reference)}>
              {t('refusal.ask')}
            </ButtonLink>
          </div>
        </Notice>
      )}
      <Facts>
        <Fact term={t('withdrawal.network')}>{words.network(network, development)}</Fact>
        <Fact term={t('withdrawal.address')}>
          <Address address={address} item={t('withdrawal.address')} opened />
        </Fact>
        <Fact term={t('deposit.minimum')}>
          <ExactAmount value={minimum} unit={asset} />
        </Fact>
        {amount !== null && (
          <Fact term={t('deposit.wanted')}>
            <ExactAmount value={amount} unit={asset} />
          </Fact>
        )}
        <Fact term={t('deposit.received')}>
          {received === null ? t('deposit.nothing') : <ExactAmount value={received} unit={asset} />}
        </Fact>
        {received !== null && (
          <Fact term={t('deposit.confirmations')}>
            {t('deposit.confirmed', {
              done: Math.min(confirmations, confirmationsNeeded),
              needed: confirmationsNeeded,
            })}
          </Fact>
        )}
        {transactionId !== null && (
          <Fact term={t('withdrawal.transaction')}>
            <Address address={transactionId} item={t('withdrawal.transaction')} opened />
          </Fact>
        )}
        {creditedAt !== null && (
          <Fact term={t('deposit.creditedAt')}>
            <Moment at={creditedAt} />
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}
