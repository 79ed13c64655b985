import { useTranslation } from 'react-i18next';
import type { Deposit } from '#machines/deposit/deposit.types.ts';
import { WholeText } from '#src/ui/address.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Notice } from '#src/ui/notice.tsx';

/** Says that the chain is a local one (D-06), with the command that pays the request there. */
export function DevelopmentNotice({
  deposit: { address, amount, minimum, asset, status, developmentDataDir, developmentOperator },
}: {
  readonly deposit: Deposit;
}) {
  const { t } = useTranslation('deposit');
  // In a form that can be pasted into a shell on this machine.
  const folder = developmentDataDir === undefined ? '' : `DATA_DIR=${quoted(developmentDataDir)} `;
  const operator = developmentOperator ?? 'npm run operator --';
  const due = amount ?? minimum;
  const command = `${folder}${operator} pay ${address} ${due} ${asset}`;
  return (
    <Notice kind="warning" title={t('development.title')}>
      {status === 'awaitingPayment' && due !== null && (
        <>
          <p>{t('development.text')}</p>
          <div className="mt-2 flex flex-wrap items-center gap-x-3">
            <code className="min-w-0 text-sm">
              <WholeText text={command} />
            </code>
            <CopyButton text={command} item={t('development.command')} />
          </div>
        </>
      )}
    </Notice>
  );
}

/** Quotes a word for a shell. */
function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
