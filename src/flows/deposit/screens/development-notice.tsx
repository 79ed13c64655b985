import { useTranslation } from 'react-i18next';
import type { Deposit } from '#machines/deposit/deposit.types.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Notice } from '#src/ui/notice.tsx';

/** Says that the chain is a local one (D-06), with the command that pays the request there. */
export function DevelopmentNotice({ deposit: { address, amount, minimum, asset, status } }: { readonly deposit: Deposit }) {
  const { t } = useTranslation('deposit');
  const command = `npm run operator -- pay ${address} ${amount ?? minimum} ${asset}`;
  return (
    <Notice kind="warning" title={t('development.title')}>
      {status === 'awaitingPayment' && (
        <>
          <p>{t('development.text')}</p>
          <div className="mt-2 flex flex-wrap items-center gap-x-3">
            <code translate="no" className="min-w-0 text-sm break-all">
              {command}
            </code>
            <CopyButton text={command} item={t('development.command')} />
          </div>
        </>
      )}
    </Notice>
  );
}
