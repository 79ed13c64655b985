import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/session/services.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Support } from '#src/ui/support.tsx';
import { dataOf } from '../answers.ts';
import { ReadFailed } from '../read-failed.tsx';
import { salesAddress } from '../sales/addresses.ts';
import { useFarewell } from '../use-farewell.ts';
import { useRead } from '../use-read.ts';
import { DepositPanel } from './deposit-panel.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { JournalsPanel } from './journals-panel.tsx';
import type { Receipt } from './receipt.ts';
import { StakePanel } from './stake-panel.tsx';
import { WithdrawalPanel } from './withdrawal-panel.tsx';

/** What a flow that is over leaves for this page to say. */
const notices = ['withdrawalAccepted', 'transferSent', 'exchanged', 'depositCredited', 'depositNotApproved', 'bought', 'restaked', 'stakeWithdrawn'] as const;

const LINES = 8;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** What the server says of a receipt that is not there; an address that can name none needs no call to tell. */
const NO_SUCH = { code: 'not_found', errors: [], reference: null, retryAfterSeconds: null, triesLeft: null, until: null } as const;

/** /Receipt/:id (D-29): the lasting page of an act, which prints well. */
export function ReceiptPage() {
  const { t } = useTranslation('receipt');
  const id = useParams()['id'] ?? '';
  const farewell = useFarewell(notices);
  return (
    <>
      {UUID.test(id) ? (
        // Another receipt begins anew.
        <ReadReceipt key={id} id={id} farewell={farewell} />
      ) : (
        <>
          <PageHeading title={t('title')} />
          <ProblemAlert problem={NO_SUCH} />
        </>
      )}
      <div className="print:hidden">
        <ButtonLink kind="quiet" to={paths.histories}>
          <Icon name="back" />
          {t('back')}
        </ButtonLink>
      </div>
    </>
  );
}

/** A payment is confirmed within minutes; whoever waits for it sees it. What a member does themselves needs no looking. */
const DEPOSIT_SECONDS = 10;

function againAfter({ deposit, status }: Receipt): number | null {
  return deposit !== null && (status === 'awaitingPayment' || status === 'inProcess') ? DEPOSIT_SECONDS : null;
}

function ReadReceipt({ id, farewell }: { readonly id: string; readonly farewell: (typeof notices)[number] | null }) {
  const { t } = useTranslation('receipt');
  const { api } = useServices();
  // What an act of this page answered is newer than what was read.
  const [changed, setChanged] = useState<Receipt | null>(null);
  const read = useCallback((signal: AbortSignal) => dataOf(api.GET('/receipts/{id}', { params: { path: { id } }, signal })), [api, id]);
  const { result, retry, refresh } = useRead(read, againAfter);
  const receipt = result.state === 'ready' ? (changed ?? result.value) : null;
  const onStale = () => {
    setChanged(null);
    refresh();
  };
  if (receipt === null) {
    return (
      <>
        <PageHeading title={t('title')} />
        {result.state === 'failed' ? <ReadFailed problem={result.problem} onRetry={retry} /> : <Skeleton what={t('loading')} lines={LINES} />}
      </>
    );
  }
  const { kind, reference, deposit, withdrawal, stake, bonusMonth } = receipt;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <PageHeading title={t(`kind.${kind}`)} tab={`${t(`kind.${kind}`)} ${reference}`} note={t('reference', { reference })} />
        <Button kind="secondary" onClick={() => window.print()} className="print:hidden">
          <Icon name="print" />
          {t('print')}
        </Button>
      </div>
      {farewell !== null && <Notice kind={farewell === 'depositNotApproved' ? 'warning' : 'success'}>{t(`notice.${farewell}`)}</Notice>}
      <div className="grid items-start gap-5 lg:grid-cols-2 print:block print:space-y-4">
        <FactsPanel receipt={receipt} />
        {withdrawal !== null && <WithdrawalPanel receipt={receipt} details={withdrawal} onChanged={setChanged} onStale={onStale} />}
        {deposit !== null && <DepositPanel deposit={deposit} />}
        {stake !== null && <StakePanel receipt={receipt} stake={stake} />}
      </div>
      <JournalsPanel journals={receipt.journals} />
      <div className="flex flex-wrap gap-3 print:hidden">
        {bonusMonth !== null && (
          <ButtonLink kind="secondary" to={salesAddress(bonusMonth)}>
            {t('bonusMonth')}
          </ButtonLink>
        )}
        <ButtonLink kind="secondary" to={`${paths.contact}?receipt=${encodeURIComponent(reference)}`}>
          {t('ask')}
        </ButtonLink>
      </div>
      <Support />
    </>
  );
}
