import { memo, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { exactOf } from '#money/shown.ts';
import { formatMinute } from '#src/i18n/format.ts';
import { addressOf, paths } from '#src/paths.ts';
import { HiddenContext } from '#src/ui/member-hidden.tsx';
import { RecordStatus } from '#src/ui/record-status.tsx';
import { useStageWords } from '#src/ui/stage-words.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { MovedAmount } from '../receipt/moved-amount.tsx';
import { counterMoved, isPlain, movementOf } from '../receipt/movement.ts';
import { useOtherWords } from '../receipt/other-words.ts';
import type { HistoryItem } from './entries.ts';
import { KindMark } from '#src/ui/member-marks.tsx';

/**
 * A record of a history; it opens its receipt, which has the reference and the seconds. One that is unchanged is not
 * rendered again with its day.
 */
export const RecordRow = memo(Row);

function Row({ item }: { readonly item: HistoryItem }) {
  const { t } = useTranslation(['history', 'receipt', 'common']);
  const words = useStageWords();
  const isHidden = useContext(HiddenContext);
  const { id, kind, status, at, asset, amount, fee, counterAsset, counterAmount, stage } = item;
  const { moved } = movementOf(item);
  const other = useOtherWords(item);
  return (
    <Link
      to={addressOf(paths.receipt, { id })}
      className="flex min-h-18 items-center gap-3 px-3 py-3 -outline-offset-3 hover:bg-base-200 sm:gap-4 sm:px-6"
    >
      <KindMark kind={kind} member={item.counterpartyName} />
      <span className="flex min-w-0 grow flex-col gap-0.5">
        <span className="moved-head">
          <span>{t(`receipt:kind.${kind}`)}</span>
          <span>
            <MovedAmount amount={amount} asset={asset} moved={moved} />
          </span>
        </span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 text-sm text-muted">
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5">
            <span>
              <time dateTime={at}>{formatMinute(at)}</time>
              {other !== null && <WholeWords text={`${t('common:separator')}${other}`} />}
              {stage !== null && (
                <>
                  {t('common:separator')}
                  <WholeWords text={words.full(stage)} />
                </>
              )}
            </span>{' '}
            {!isPlain(status) && <RecordStatus status={status} />}
          </span>
          <span className="ml-auto text-right empty:hidden">
            {counterAsset !== null && counterAmount !== null && !isHidden && (
              <MovedAmount amount={counterAmount} asset={counterAsset} moved={counterMoved(moved)} />
            )}
            {fee !== null && moved !== 'never' && !isHidden && t('fee', { amount: exactOf(fee, asset) })}
          </span>
        </span>
      </span>
    </Link>
  );
}
