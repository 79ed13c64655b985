import { useTranslation } from 'react-i18next';
import type { Deposit } from '#machines/deposit/deposit.types.ts';
import { exactOf } from '#money/shown.ts';
import { FullAddress } from '#src/ui/address.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { useMoneyWords } from '#src/ui/money-words.ts';
import { Notice } from '#src/ui/notice.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QrCode } from '#src/frames/qr-code.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

/** Where to pay: the address in full, as a QR code and to copy, always with its network (D-28). */
export function AddressPanel({ deposit }: { readonly deposit: Deposit }) {
  const { t } = useTranslation(['deposit', 'common']);
  const words = useMoneyWords();
  const { asset, address, paymentUri } = deposit;
  const network = words.network(deposit.network, deposit.development);
  const label = t('address.label', { network });
  return (
    <Panel title={t('address.send')}>
      {/* A phone shows all of it at once: who holds it copies the address, who sits at a desk scans it. */}
      <div className="flex flex-col items-center gap-4 sm:flex-row-reverse sm:items-start sm:gap-6">
        <div className="flex w-full min-w-0 flex-col gap-2">
          <p className="text-sm font-semibold">{label}</p>
          <FullAddress address={address} size="text-xl" />
          <CopyButton text={address} item={label} main />
        </div>
        <div className="w-60 max-w-full shrink-0">
          <QrCode text={paymentUri} label={t('common:labelled', { label: t('address.qr'), value: network })} />
        </div>
      </div>
      <p className="text-muted">{t('address.looking')}</p>
      <Notice kind="warning" title={t('address.wrong', { asset, network })}>
        {t('address.wrongText')}
      </Notice>
      {asset === 'ETH' && <p>{t('address.direct')}</p>}
    </Panel>
  );
}

/** Other requests wait at the same address: says which of them a payment counts for. */
export function SharedNotice({ deposit: { asset, sharedWith } }: { readonly deposit: Deposit }) {
  const { t } = useTranslation('deposit');
  if (sharedWith.length === 0) return null;
  const requests = sharedWith.map(({ amount, reference }) =>
    amount === null ? reference : t('shared.request', { amount: `${exactOf(amount, asset)} ${asset}`, reference }),
  );
  return (
    <Notice title={t('shared.title', { count: sharedWith.length })}>
      <WholeWords text={t('shared.text', { requests: requests.join(t('shared.and')) })} />
    </Notice>
  );
}
