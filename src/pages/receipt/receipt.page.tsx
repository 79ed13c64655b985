import { useCallback, useEffect, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type texts from '#locales/en-US/receipt.json';
import type pageTexts from '#locales/en-US/receipt-page.json';
import { ownProblem } from '#machines/chart/problem.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { paths, supportAbout } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { lazyPage } from '#src/ui/lazy-page.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Support } from '#src/ui/support.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { salesAddress } from '../sales/addresses.ts';
import { useFlowNotice } from '../use-flow-notice.ts';
import { useRead } from '#src/reads/use-read.ts';
import { DepositPanel } from './deposit-panel.tsx';
import type { DonePanel } from './done-panel.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { JournalsPanel } from './journals-panel.tsx';
import { MovedPanel } from './moved-panel.tsx';
import { PrintHead } from './print-head.tsx';
import { type Receipt } from './receipt.ts';
import { StakePanel } from './stake-panel.tsx';
import { WithdrawalPanel } from './withdrawal-panel.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { HidesAmounts } from '../hides-amounts.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    receipt: typeof texts;
    'receipt-page': typeof pageTexts;
  }
}

/** The messages that a finished flow leaves for this page, and the statuses at which they are true. */
const SAID_AT = {
  withdrawalAccepted: 'inProcess',
  transferSent: null,
  exchanged: null,
  depositCredited: 'completed',
  depositNotApproved: 'notApproved',
  depositCancelled: 'cancel',
  bought: null,
  restaked: null,
  stakeWithdrawn: null,
} as const satisfies Readonly<Record<string, Receipt['status']>>;
type ReceiptNotice = keyof typeof SAID_AT;
const notices = Object.keys(SAID_AT) as readonly ReceiptNotice[];

/** Seen once, after an act. */
const donePanel = lazyPage<DoneProps>(() => import('./done-panel.tsx').then((module) => module.DonePanel));
type DoneProps = ComponentProps<typeof DonePanel>;

/** Whether the message is that an act is done. */
const isDone = (said: ReceiptNotice) => said !== 'depositNotApproved' && said !== 'depositCancelled';

/** The longest that a receipt waits for the end of its act, in milliseconds: a member looks for what has moved. */
const DONE_PANEL_MS = 2_000;

/** Loads the end of an act beside its receipt; if that fails or takes long, the message alone is as true. */
function useDonePanel(isWanted: boolean): 'loading' | 'here' | 'missing' {
  const [state, setState] = useState<'loading' | 'here' | 'missing'>(isWanted ? 'loading' : 'missing');
  useEffect(() => {
    if (!isWanted) return;
    const late = new Promise<null>((resolve) => void setTimeout(resolve, DONE_PANEL_MS, null));
    void Promise.race([donePanel.preload(), late]).then((loaded) => setState(loaded === null ? 'missing' : 'here'));
  }, [isWanted]);
  return state;
}

const LINES = 8;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The server's response for an unknown receipt; a malformed id gets it without a call. */
const NO_SUCH = ownProblem('not_found');

/** /Receipt/:id (D-29): the lasting page of an act, which prints well. */
export function ReceiptPage() {
  const { t } = useTranslation('receipt');
  const id = useParams()['id'] ?? '';
  const flowNotice = useFlowNotice(notices);
  return (
    <HidesAmounts>
      {UUID.test(id) ? (
        // Another receipt starts over.
        <ReadReceipt key={id} id={id} flowNotice={flowNotice} />
      ) : (
        <>
          <PageHeading title={t('title')} />
          <ProblemAlert problem={NO_SUCH} />
        </>
      )}
      <div className="print:hidden">
        <ButtonLink kind="quiet" to={paths.histories}>
          <MemberIcon name="back" />
          {t('back')}
        </ButtonLink>
      </div>
    </HidesAmounts>
  );
}

/** A payment is confirmed within minutes while the member watches; what operators do takes hours. */
const DEPOSIT_SECONDS = 10;
const WITHDRAWAL_SECONDS = 30;

function againAfter({ deposit, withdrawal, status }: Receipt): number | null {
  if (deposit !== null && (status === 'awaitingPayment' || status === 'inProcess')) return DEPOSIT_SECONDS;
  return withdrawal !== null && (status === 'inProcess' || status === 'approved') ? WITHDRAWAL_SECONDS : null;
}

function ReadReceipt({ id, flowNotice }: { readonly id: string; readonly flowNotice: ReceiptNotice | null }) {
  const { t } = useTranslation('receipt');
  const { api } = useServices();
  const read = useCallback(
    (signal: AbortSignal) => dataOf(api.GET('/receipts/{id}', { params: { path: { id } }, signal })),
    [api, id],
  );
  const { result, retry, refresh, put } = useRead(`receipt ${id}`, read, againAfter);
  const panel = useDonePanel(flowNotice !== null && isDone(flowNotice));
  const receipt = result.state === 'ready' && panel !== 'loading' ? result.value : null;
  if (receipt === null) {
    return (
      <>
        <PageHeading title={t('title')} />
        {result.state === 'failed' ? (
          <ReadFailed problem={result.problem} onRetry={retry} />
        ) : (
          <Skeleton what={t('loading')} lines={LINES} />
        )}
      </>
    );
  }
  const { kind, reference, deposit, withdrawal, stake, bonusMonth } = receipt;
  const isAlone = withdrawal === null && deposit === null && stake === null;
  // A payment to a retired address is not credited by itself, as the notice of a canceled request promises.
  const isSaid = flowNotice !== 'depositCancelled' || deposit?.addressRetired !== true;
  const said = flowNotice !== null && isSaid && receipt.status === SAID_AT[flowNotice] ? flowNotice : null;
  return (
    <>
      <PrintHead />
      <div className="flex flex-wrap items-start justify-between gap-3">
        <PageHeading
          title={t(`kind.${kind}`)}
          tab={`${t(`kind.${kind}`)} ${reference}`}
          note={<WholeWords text={t('reference', { reference })} />}
        />
        <Button kind="secondary" onClick={() => window.print()} className="print:hidden">
          <MemberIcon name="print" />
          {t('print')}
        </Button>
      </div>
      {said !== null && isDone(said) && panel === 'here' ? (
        <donePanel.Page act={said} receipt={receipt} />
      ) : (
        <>
          {said !== null && (
            <Notice kind={said === 'depositNotApproved' ? 'warning' : 'success'}>{t(`notice.${said}`)}</Notice>
          )}
          <MovedPanel receipt={receipt} />
        </>
      )}
      <div className={`grid items-start gap-5 ${isAlone ? '' : 'lg:grid-cols-2'} print:block print:space-y-4`}>
        <FactsPanel receipt={receipt} onChanged={put} />
        {withdrawal !== null && (
          <WithdrawalPanel receipt={receipt} details={withdrawal} onChanged={put} onStale={refresh} />
        )}
        {deposit !== null && <DepositPanel deposit={deposit} />}
        {stake !== null && <StakePanel receipt={receipt} stake={stake} />}
      </div>
      <JournalsPanel kind={receipt.kind} journals={receipt.journals} />
      <div className="flex flex-wrap gap-3 print:hidden">
        {bonusMonth !== null && (
          <ButtonLink kind="secondary" to={salesAddress(bonusMonth)}>
            {t('bonusMonth')}
          </ButtonLink>
        )}
        <ButtonLink kind="secondary" to={supportAbout(reference)}>
          {t('ask')}
        </ButtonLink>
      </div>
      <Support />
    </>
  );
}
