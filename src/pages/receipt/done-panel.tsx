import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { exactOf } from '#money/shown.ts';
import { formatDate } from '#src/i18n/format.ts';
import { paths } from '#src/paths.ts';
import { ShortAddress } from '#src/ui/address.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { AlwaysShown } from '#src/ui/member-hidden.tsx';
import { useMoneyWords } from '#src/ui/money-words.ts';
import { RecordStatus } from '#src/ui/record-status.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { Signed } from './moved-panel.tsx';
import { OtherMember } from './other-member.tsx';
import { sizeOf, type Receipt } from './receipt.ts';

/** The acts that end on their receipt, and where the money is after each; null if it has left the member. */
const HELD_AT = {
  withdrawalAccepted: null,
  transferSent: null,
  exchanged: 'wallet',
  depositCredited: 'wallet',
  bought: 'stakes',
  restaked: 'stakes',
  stakeWithdrawn: 'wallet',
} as const;

/** An act that is done, by the message that its flow leaves. */
export type DoneAct = keyof typeof HELD_AT;

/** Where an act begins again; the end of a stake is decided only once. */
const AGAIN = {
  withdrawalAccepted: paths.withdraw,
  transferSent: paths.transfer,
  exchanged: paths.exchange,
  depositCredited: paths.deposit,
  bought: paths.plans,
} as const;

const isRepeatable = (act: DoneAct): act is keyof typeof AGAIN => act in AGAIN;

/** What plans are paid in: who has just deposited it is offered them in place of another deposit. */
const PAYS_PLANS = 'USDT';

interface DonePanelProps {
  readonly act: DoneAct;
  readonly receipt: Receipt;
}

/**
 * The end of an act, once, above its receipt: that it is done, what moved and to whom, what comes next and when, and
 * the ways on (D-25, D-27).
 */
export function DonePanel({ act, receipt }: DonePanelProps) {
  const { t } = useTranslation('receipt');
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const { status } = receipt;
  /** The receipt is what follows. */
  const showReceipt = (): void => {
    const heading = panel.current?.nextElementSibling?.querySelector<HTMLElement>('h2') ?? null;
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    // Without a behavior of its own: one that is given moves the page even where motion is reduced.
    heading.scrollIntoView({ block: 'start' });
  };
  return (
    <section ref={panel} aria-labelledby={id} className="panel flex flex-col items-center gap-4 p-5 text-center sm:p-8">
      <Tick />
      <div role="status" className="flex max-w-full min-w-0 flex-col items-center gap-1">
        <h2 id={id} className="font-semibold text-success">
          {t(`notice.${act}`)}
        </h2>
        {/* What was just done is read, even where amounts are hidden. */}
        <AlwaysShown>
          <Signed receipt={receipt} wide />
        </AlwaysShown>
        <To receipt={receipt} />
      </div>
      <Next act={act} receipt={receipt} />
      {status !== null && <RecordStatus status={status} />}
      <WaysOn act={act} asset={receipt.asset} onReceipt={showReceipt} />
    </section>
  );
}

interface WaysOnProps {
  readonly act: DoneAct;
  readonly asset: Receipt['asset'];
  readonly onReceipt: () => void;
}

/** The next step is the one filled button: to where the money is now or, once it has left, to the receipt. */
function WaysOn({ act, asset, onReceipt }: WaysOnProps) {
  const { t } = useTranslation('receipt');
  const heldAt = HELD_AT[act];
  const isReceiptNext = heldAt === null;
  return (
    <div className="grid w-full max-w-md grid-cols-2 gap-3 print:hidden">
      {heldAt === 'wallet' && <NextStep to={paths.wallet}>{t('done.wallet')}</NextStep>}
      {heldAt === 'stakes' && <NextStep to={paths.staking}>{t('stake.all')}</NextStep>}
      <Button kind={isReceiptNext ? 'primary' : 'quiet'} className={isReceiptNext ? WIDE : SMALL} onClick={onReceipt}>
        {t('done.receipt')}
      </Button>
      {act === 'depositCredited' && asset === PAYS_PLANS ? (
        <ButtonLink kind="quiet" to={paths.plans} className={SMALL}>
          {t('done.plan')}
        </ButtonLink>
      ) : (
        isRepeatable(act) && (
          <ButtonLink kind="quiet" to={AGAIN[act]} className={SMALL}>
            {t(`done.again.${act}`)}
          </ButtonLink>
        )
      )}
      {(isReceiptNext || !isRepeatable(act)) && (
        <ButtonLink kind="quiet" to={paths.dashboard} className={SMALL}>
          {t('done.home')}
        </ButtonLink>
      )}
    </div>
  );
}

const WIDE = 'col-span-2';
const SMALL = 'px-2 text-sm';

function NextStep({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <ButtonLink to={to} className={WIDE}>
      {children}
    </ButtonLink>
  );
}

function Tick() {
  return (
    <span aria-hidden="true" className="done-tick">
      <svg viewBox="0 0 24 24" fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path d="M5.5 12.5 10 17l8.5-9.5" pathLength="1" strokeWidth="2.5" />
      </svg>
    </span>
  );
}

/** The member or the address that it went to. */
function To({ receipt }: Pick<DonePanelProps, 'receipt'>) {
  const { withdrawal } = receipt;
  const words = useMoneyWords();
  if (withdrawal !== null) {
    const { address, addressLabel, network, development } = withdrawal;
    return (
      <p className="flex flex-wrap items-baseline justify-center gap-x-2 text-muted">
        {addressLabel !== null && (
          <span className="font-medium text-base-content" translate="no">
            {addressLabel}
          </span>
        )}
        <ShortAddress address={address} />
        <span className="text-sm">{words.network(network, development)}</span>
      </p>
    );
  }
  return <OtherMember receipt={receipt} />;
}

/** What comes next, and when. */
function Next({ act, receipt }: DonePanelProps) {
  const sentences = useNext()[act](receipt);
  if (sentences.length === 0) return null;
  return (
    <div className="max-w-md">
      {sentences.map((sentence) => (
        <p key={sentence}>
          <WholeWords text={sentence} />
        </p>
      ))}
    </div>
  );
}

/** What is true of a receipt after each act: nothing where the receipt doesn't have it. */
function useNext(): Readonly<Record<DoneAct, (receipt: Receipt) => readonly string[]>> {
  const { t } = useTranslation('receipt');
  const inWallet = (): readonly string[] => [t('done.next.inWallet')];
  const staked = ({ stake }: Receipt): readonly string[] =>
    stake === null ? [] : [t('done.next.staked', { date: formatDate(stake.endsAt) })];
  return {
    withdrawalAccepted: ({ asset, amount, net, withdrawal }) =>
      withdrawal === null
        ? []
        : [
            t('done.next.withdrawalAccepted', {
              net: `${exactOf(sizeOf(net ?? amount), asset)} ${asset}`,
              date: formatDate(withdrawal.completesAt),
            }),
          ],
    transferSent: () => [t('done.next.transferSent')],
    exchanged: inWallet,
    depositCredited: inWallet,
    stakeWithdrawn: inWallet,
    bought: staked,
    // What wasn't staked again is back in the wallet.
    restaked: (receipt) => {
      const { counterAsset, counterAmount } = receipt;
      if (counterAsset === null || counterAmount === null) return staked(receipt);
      const amount = `${exactOf(sizeOf(counterAmount), counterAsset)} ${counterAsset}`;
      return [...staked(receipt), t('done.next.returned', { amount })];
    },
  };
}
