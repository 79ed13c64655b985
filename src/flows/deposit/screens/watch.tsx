import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deposit, DepositEvent } from '#machines/deposit/deposit.types.ts';
import { AmountProblemAlert } from '#src/flow/amount-problem-alert.tsx';
import { LatePart } from '#src/frames/late-part.tsx';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatElapsed } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { useServices } from '#src/services/services.ts';
import { WholeText } from '#src/ui/address.tsx';
import { ExactAmount } from '#src/ui/amount.tsx';
import { Button } from '#src/ui/button.tsx';
import { lazyPage } from '#src/ui/lazy-page.tsx';
import { useMoneyWords } from '#src/ui/money-words.ts';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { RecordStatus } from '#src/ui/record-status.tsx';
import { reveal } from '#src/ui/refusal.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { DelayedNotice } from './delayed-notice.tsx';
import { DevelopmentNotice } from './development-notice.tsx';
import { AddressPanel, SharedNotice } from './payment.tsx';
import type { ScreenProps } from './screen-props.ts';
import type { PaymentPanelProps } from './seen.tsx';
import type { DepositTimelineProps } from './timeline.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

/** Most who open /Deposit begin with its form: what follows once there is a request is loaded with it. */
const timeline = lazyPage<DepositTimelineProps>(() =>
  import('./timeline.tsx').then((module) => module.DepositTimeline),
);
const seen = lazyPage<PaymentPanelProps>(() => import('./seen.tsx').then((module) => module.PaymentPanel));

/**
 * A request and what the chain reports about it. While the chain is read again, and while that fails, the last known
 * state stays: an address that is just being copied must not disappear.
 */
export function WatchScreen({ snapshot, send }: ScreenProps) {
  const { t } = useTranslation(['deposit', 'common']);
  const { deposit, problem } = snapshot.context;
  return (
    <>
      <PageHeading title={t('address.title')} />
      {snapshot.hasTag('error') && problem !== null && (
        <AmountProblemAlert
          problem={problem}
          actions={
            snapshot.can({ type: 'RETRY' }) && (
              <Button data-event="RETRY" onClick={() => send({ type: 'RETRY' })}>
                {t('common:action.retry')}
              </Button>
            )
          }
        />
      )}
      {deposit === null ? (
        snapshot.matches('readingDeposit') && <Waiting what={t('address.reading')} />
      ) : (
        <Known deposit={deposit} />
      )}
      <Controls snapshot={snapshot} send={send} />
    </>
  );
}

function Known({ deposit }: { readonly deposit: Deposit }) {
  const { serverNow } = useServices();
  const { t } = useTranslation('deposit');
  const isAwaited = deposit.status === 'awaitingPayment';
  const isUnused = deposit.addressRetired === true;
  // It is there when a payment comes.
  useEffect(() => void seen.preload(), []);
  return (
    <>
      <DelayedNotice of={deposit} />
      <LatePart waiting={<div className="panel h-29" />}>
        <timeline.Page deposit={deposit} now={serverNow()} />
      </LatePart>
      <KeptPlace isFilling={isAwaited}>
        {/* The address comes first: it is what the page is opened for, also on a small screen. */}
        {isAwaited && isUnused ? (
          <Notice kind="warning">{t('address.unused')}</Notice>
        ) : isAwaited ? (
          <AddressPanel deposit={deposit} />
        ) : (
          <LatePart className="flex grow flex-col" waiting={<div className="panel grow" />}>
            <seen.Page deposit={deposit} />
          </LatePart>
        )}
        {!isUnused && <SharedNotice deposit={deposit} />}
        {!isUnused && deposit.development && <DevelopmentNotice deposit={deposit} />}
      </KeptPlace>
      <RequestFacts deposit={deposit} />
    </>
  );
}

/**
 * A place that stays as high as it was while it was filling, so that nothing below it moves when a payment takes the
 * place of the address.
 */
function KeptPlace({ isFilling, children }: { readonly isFilling: boolean; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    if (place.current === null) return;
    place.current.style.minHeight = isFilling ? '' : `${height.current}px`;
    if (isFilling) height.current = place.current.offsetHeight;
  });
  return (
    <div ref={place} className="flex flex-col gap-6">
      {children}
    </div>
  );
}

function RequestFacts({ deposit }: { readonly deposit: Deposit }) {
  const { serverNow } = useServices();
  const { t } = useTranslation('deposit');
  const culture = useCulture();
  const words = useMoneyWords();
  const { asset, network, development, amount, minimum, status, createdAt, reference } = deposit;
  return (
    <Panel title={t('facts.title')}>
      <Facts>
        {amount !== null && (
          <Fact term={t('facts.expected')}>
            <ExactAmount value={amount} unit={asset} />
          </Fact>
        )}
        {minimum !== null && (
          <Fact term={t('facts.minimum')}>
            <ExactAmount value={minimum} unit={asset} />
          </Fact>
        )}
        <Fact term={t('facts.network')}>{words.network(network, development)}</Fact>
        <Fact term={t('facts.status')}>
          <RecordStatus status={status} />
        </Fact>
        {/* Updated with every poll, which is every few seconds. */}
        <Fact term={t('facts.requested')}>
          <WholeWords
            text={t('facts.when', {
              moment: formatDateTime(createdAt),
              relative: formatElapsed(createdAt, serverNow(), culture),
            })}
          />
        </Fact>
        <Fact term={t('facts.reference')}>
          <WholeText text={reference} className="whitespace-nowrap" />
        </Fact>
      </Facts>
    </Panel>
  );
}

type Wish = Extract<DepositEvent['type'], 'BACK' | 'CANCEL_REQUEST'>;

/**
 * The controls. A poll of the chain disables them for a moment; a press in that time is carried out when the poll is
 * over, if it is still possible, so that no press is lost and nothing flickers.
 */
function Controls({ snapshot, send }: ScreenProps) {
  const { t } = useTranslation(['deposit', 'common']);
  const wish = useRef<Wish | null>(null);
  const looking = snapshot.matches('readingDeposit') || snapshot.matches('rereadingDeposit');
  const cancelling = snapshot.matches('cancelling');
  const asking = snapshot.matches('confirmingCancel');
  const { deposit } = snapshot.context;
  const lookEnded = useEffectEvent(() => {
    const type = wish.current;
    wish.current = null;
    if (type !== null && snapshot.can({ type })) send({ type });
  });
  useEffect(() => {
    if (!looking) lookEnded();
  }, [looking]);
  if (deposit === null && looking) return null;
  if (asking || cancelling) return <CancelQuestion busy={cancelling} send={send} />;

  const press = (type: Wish): void => {
    if (looking && !snapshot.can({ type })) wish.current = type;
    else send({ type });
  };
  const control = (type: Wish, kind: 'quiet' | 'secondary', words: ReactNode) => (
    <Button kind={kind} data-event={snapshot.can({ type }) ? type : undefined} onClick={() => press(type)}>
      {words}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-3">
      {deposit?.status === 'awaitingPayment' &&
        !snapshot.matches('depositUnavailable') &&
        control('CANCEL_REQUEST', 'secondary', t('address.cancel'))}
      {control('BACK', 'quiet', t('common:action.back'))}
    </div>
  );
}

/** Asks again, and says what happens to coins that are under way. */
function CancelQuestion({ busy, send }: { readonly busy: boolean; readonly send: ScreenProps['send'] }) {
  const { t } = useTranslation('deposit');
  const question = useRef<HTMLDivElement>(null);
  // The pressed button is gone: the question has replaced it.
  useEffect(() => {
    question.current?.focus({ preventScroll: true });
    if (question.current !== null) reveal(question.current);
  }, []);
  return (
    <div ref={question} tabIndex={-1} role="group" aria-label={t('cancel.title')}>
      <Panel title={t('cancel.title')}>
        <p>{t('cancel.text')}</p>
        <div className="flex flex-wrap gap-3">
          <Button
            kind="danger"
            busy={busy}
            data-event="CONFIRM_CANCEL"
            onClick={() => send({ type: 'CONFIRM_CANCEL' })}
          >
            {busy ? t('address.cancelling') : t('cancel.confirm')}
          </Button>
          {!busy && (
            <Button kind="quiet" data-event="KEEP_REQUEST" onClick={() => send({ type: 'KEEP_REQUEST' })}>
              {t('cancel.keep')}
            </Button>
          )}
        </div>
      </Panel>
    </div>
  );
}
