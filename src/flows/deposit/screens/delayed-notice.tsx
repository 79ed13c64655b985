import { useTranslation } from 'react-i18next';
import type { Deposit } from '#machines/deposit/deposit.types.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { useMoneyWords } from '#src/ui/money-words.ts';
import { Notice } from '#src/ui/notice.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

/** Says that payments on a network aren't seen at the moment, since when, and that nothing is lost. */
export function DelayedNotice({
  of: { network, development, delayedSince },
}: {
  readonly of: Pick<Deposit, 'network' | 'development' | 'delayedSince'>;
}) {
  const { t } = useTranslation('deposit');
  const words = useMoneyWords();
  if (delayedSince === null) return null;
  return (
    <Notice kind="warning" title={t('delayed.title', { network: words.network(network, development) })}>
      <WholeWords text={t('delayed.text', { moment: formatDateTime(delayedSince) })} />
    </Notice>
  );
}
