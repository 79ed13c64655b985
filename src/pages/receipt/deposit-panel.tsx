import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { exactOf } from '#money/shown.ts';
import { paths, supportAbout } from '#src/paths.ts';
import { Address } from '#src/ui/address.tsx';
import { ExactAmount } from '#src/ui/amount.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { AlwaysShown, useAmountWords } from '#src/ui/member-hidden.tsx';
import { useMoneyWords } from '#src/ui/money-words.ts';
import { Notice } from '#src/ui/notice.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { QrCode } from '#src/frames/qr-code.tsx';
import { Moment } from './moment.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

type Deposit = components['schemas']['Deposit'];

/** Where a deposit is paid to, and its status on the chain (D-06). */
export function DepositPanel({ deposit }: { readonly deposit: Deposit }) {
  const { t } = useTranslation(['receipt', 'common', 'receipt-page']);
  const words = useMoneyWords();
  const {
    status,
    asset,
    network,
    development,
    address,
    addressRetired = false,
    paymentUri,
    amount,
    minimum,
    received,
    confirmations,
    confirmationsNeeded,
    transactionId,
    returnedBy,
    creditedAt,
  } = deposit;
  return (
    <Panel title={t('deposit.title')}>
      {addressRetired && (
        <Notice kind="warning" title={t('receipt-page:retired.title')}>
          <p>{t('receipt-page:retired.text')}</p>
          <div className="mt-2 print:hidden">
            <ButtonLink kind="secondary" to={paths.deposit}>
              {t('receipt-page:retired.request')}
            </ButtonLink>
          </div>
        </Notice>
      )}
      {status === 'awaitingPayment' && !addressRetired && (
        <>
          <Notice kind="warning" title={`${asset}${t('common:separator')}${words.network(network, development)}`}>
            {t('deposit.send')}
          </Notice>
          <div className="flex justify-center">
            <QrCode text={paymentUri} label={t('deposit.qr')} />
          </div>
        </>
      )}
      {status === 'notApproved' && received !== null && <Held deposit={deposit} received={received} />}
      <Facts>
        <Fact term={t('withdrawal.network')}>{words.network(network, development)}</Fact>
        {/* Nobody copies an address that must not be paid; what was paid to it stays on record. */}
        {!(addressRetired && received === null) && (
          <Fact term={t('withdrawal.address')}>
            <Address address={address} item={t('withdrawal.address')} opened />
          </Fact>
        )}
        {minimum !== null && (
          <Fact term={t('deposit.minimum')}>
            <AlwaysShown>
              <ExactAmount value={minimum} unit={asset} />
            </AlwaysShown>
          </Fact>
        )}
        {amount !== null && (
          <Fact term={t('deposit.wanted')}>
            {status === 'awaitingPayment' ? (
              // Nobody can pay what they can't read.
              <AlwaysShown>
                <ExactAmount value={amount} unit={asset} />
              </AlwaysShown>
            ) : (
              <ExactAmount value={amount} unit={asset} />
            )}
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
        {returnedBy !== undefined && (
          <Fact term={t('receipt-page:returnedBy')}>
            <Address address={returnedBy} item={t('receipt-page:returnedBy')} opened />
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

/** Why the club holds what has arrived, and whom to ask. */
function Held({
  deposit: { reference, asset, refusal },
  received,
}: {
  readonly deposit: Deposit;
  readonly received: string;
}) {
  const { t } = useTranslation(['receipt', 'receipt-page']);
  const said = useAmountWords();
  return (
    <Notice kind="warning" title={<WholeWords text={t('deposit.held', { amount: said(received, asset) })} />}>
      <p>
        <WholeWords
          text={
            refusal?.reason === 'retiredAddress'
              ? t('receipt-page:retired.held', { received: said(received, asset), reference })
              : refusal?.minimum == null
                ? t('refusal.belowMinimumUnrecorded', { received: said(received, asset), reference })
                : t('refusal.belowMinimum', {
                    received: said(received, asset),
                    minimum: `${exactOf(refusal.minimum, asset)} ${asset}`,
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
  );
}
