import { useTranslation } from 'react-i18next';
import { exactOf } from '#money/shown.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatAhead, formatElapsed } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { useServices } from '#src/services/services.ts';
import { supportAbout } from '#src/paths.ts';
import { Address } from '#src/ui/address.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { useAmountWords } from '#src/ui/member-hidden.tsx';
import { Ring } from '#src/ui/member-ring.tsx';
import { useMoneyWords } from '#src/ui/money-words.ts';
import { Notice } from '#src/ui/notice.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { useSupportEmail } from '#src/ui/support-email.ts';
import { Support } from '#src/ui/support.tsx';
import { useNow } from '#src/ui/use-now.ts';
import { CalendarButton } from './calendar-button.tsx';
import { sizeOf } from './receipt.ts';
import { Timeline } from './timeline.tsx';
import { WithdrawalActs } from './withdrawal-acts.tsx';
import type { WithdrawalProps } from './withdrawal-props.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

/**
 * The destination and progress of a withdrawal: when it is due, what the member may still do, and whom to ask if it is
 * late (D-27, D-28).
 */
export function WithdrawalPanel({ receipt, details, onChanged, onStale }: WithdrawalProps) {
  const { t } = useTranslation('receipt');
  const { serverNow } = useServices();
  const culture = useCulture();
  const words = useMoneyWords();
  const { network, development, address, addressLabel, completesAt, transactionId } = details;
  const isOpen = receipt.status === 'inProcess' || receipt.status === 'approved';
  const due = Date.parse(completesAt);
  const present = useNow(serverNow, isOpen ? due : 0);
  const isOverdue = isOpen && (details.overdue || present >= due);
  const relative = formatElapsed(completesAt, present, culture);
  const acts = (
    <WithdrawalActs receipt={receipt} details={details} isOpen={isOpen} onChanged={onChanged} onStale={onStale} />
  );
  return (
    <Panel title={t('withdrawal.title')}>
      {isOverdue && (
        <Alert kind="warning" title={t('withdrawal.overdue')}>
          <p>
            <WholeWords
              text={t('withdrawal.overdueText', {
                moment: formatDateTime(completesAt),
                relative,
                reference: receipt.reference,
              })}
            />
          </p>
          <Support />
        </Alert>
      )}
      {receipt.status === 'notApproved' && <Refused receipt={receipt} details={details} />}
      {isOpen && (
        <div className="flex flex-wrap items-center gap-5">
          {!isOverdue && (
            <Ring part={due - present} whole={due - Date.parse(receipt.at)} className="size-28 text-center text-sm">
              <span className="px-4">{formatAhead(completesAt, present, culture)}</span>
            </Ring>
          )}
          {/* Below the ring where the longest word of a button has no room beside it. */}
          <div className="min-w-0 flex-[1_1_min-content] print:hidden">{acts}</div>
        </div>
      )}
      <Timeline details={details} isOpen={isOpen} isOverdue={isOverdue} present={present} />
      <Facts>
        <Fact term={t('withdrawal.network')}>{words.network(network, development)}</Fact>
        {addressLabel !== null && <Fact term={t('withdrawal.label')}>{addressLabel}</Fact>}
        <Fact term={t('withdrawal.address')}>
          <Address address={address} item={t('withdrawal.address')} opened />
        </Fact>
        {transactionId !== null && (
          <Fact term={t('withdrawal.transaction')}>
            <Address address={transactionId} item={t('withdrawal.transaction')} opened />
          </Fact>
        )}
      </Facts>
      {isOpen && !isOverdue && <DueEntry receipt={receipt} details={details} />}
      {!isOpen && acts}
    </Panel>
  );
}

/** Why an operator refused it, where the money is, and whom to ask (D-27). */
function Refused({ receipt, details: { refusal } }: Pick<WithdrawalProps, 'receipt' | 'details'>) {
  const { t } = useTranslation('receipt');
  const said = useAmountWords();
  const { reference, asset, amount } = receipt;
  return (
    <Notice kind="warning" title={t('refusal.title')}>
      <p>{refusal === null ? t('refusal.unrecorded') : t(`refusal.reason.${refusal}`)}</p>
      <p>
        <WholeWords text={t('refusal.withdrawalText', { amount: said(sizeOf(amount), asset), reference })} />
      </p>
      <div className="mt-2 print:hidden">
        <ButtonLink kind="secondary" to={supportAbout(reference)}>
          {t('refusal.ask')}
        </ButtonLink>
      </div>
    </Notice>
  );
}

/** When it is due, for the calendar. */
function DueEntry({
  receipt,
  details: { id, completesAt, network, development, address },
}: Pick<WithdrawalProps, 'receipt' | 'details'>) {
  const { t } = useTranslation('receipt');
  const words = useMoneyWords();
  const supportEmail = useSupportEmail();
  const { reference, asset, amount, net } = receipt;
  const title = t('calendar.title', { reference });
  const text = t('calendar.text', {
    net: `${exactOf(sizeOf(net ?? amount), asset)} ${asset}`,
    network: words.network(network, development),
    address,
    email: supportEmail,
  });
  return <CalendarButton receipt={receipt} entry={{ uid: `${id}@perch`, at: completesAt, title, text }} />;
}
