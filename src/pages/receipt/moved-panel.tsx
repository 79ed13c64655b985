import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { isNegative } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import { exactOf } from '#money/shown.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { Dots, HiddenContext } from '#src/ui/member-hidden.tsx';
import { KindMark } from '#src/ui/member-marks.tsx';
import { RecordStatus } from '#src/ui/record-status.tsx';
import { counterMoved, movementOf, type Movement } from './movement.ts';
import { OtherMember } from './other-member.tsx';
import { partsOf } from './parts.ts';
import { sizeOf, type Receipt } from './receipt.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

/** The most characters of an amount for which the narrowest phone has room in a large size. */
const LONG = 9;

/** What a receipt is about at a glance: the exact amount with its sign, and the status. */
export function MovedPanel({ receipt }: { readonly receipt: Receipt }) {
  const { t } = useTranslation('receipt');
  const { kind, status, at } = receipt;
  return (
    <section aria-label={t('moved')} className="panel flex flex-col items-start gap-4 p-5 sm:flex-row sm:p-6">
      <KindMark kind={kind} />
      <div className="flex min-w-0 flex-col gap-1">
        <Signed receipt={receipt} />
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <time dateTime={at}>
            <WholeWords text={formatDateTime(at)} />
          </time>
          {status !== null && <RecordStatus status={status} />}
        </p>
        <OtherMember receipt={receipt} />
      </div>
    </section>
  );
}

/** What moved, in every digit and with its sign; where two assets moved, both. `wide` if it has the whole width. */
export function Signed({ receipt, wide = false }: { readonly receipt: Receipt; readonly wide?: boolean }) {
  const { counterAsset, counterAmount } = receipt;
  const { moved } = movementOf(receipt);
  const [first, ...others] = partsOf(receipt);
  const below = [
    ...others.map((part) => ({ ...part, moved })),
    ...(counterAsset === null || counterAmount === null
      ? []
      : [{ asset: counterAsset, amount: counterAmount, moved: counterMoved(moved) }]),
  ];
  return (
    <>
      <p className={`font-semibold tracking-tight sm:text-3xl ${sizeFor(first.amount, wide)}`}>
        <SignedAmount {...first} moved={moved} />
      </p>
      {below.map((part) => (
        <p
          key={`${part.asset} ${part.moved}`}
          className={`font-semibold tracking-tight sm:text-xl ${sizeFor(part.amount, false)}`}
        >
          <SignedAmount {...part} />
        </p>
      ))}
    </>
  );
}

/** As large as a phone has room for. */
function sizeFor({ length }: string, wide: boolean): string {
  if (wide && length <= LONG) return 'text-3xl';
  return length <= (wide ? 2 * LONG : LONG) ? 'text-xl' : 'text-base';
}

interface SignedAmountProps {
  readonly amount: string;
  readonly asset: Asset;
  readonly moved: Movement['moved'];
}

/** Every digit, with a sign if it moved, muted while it may still move, and struck through if it never did. */
function SignedAmount({ amount, asset, moved }: SignedAmountProps) {
  if (useContext(HiddenContext)) return <Dots />;
  const size = `${exactOf(sizeOf(amount), asset)} ${asset}`;
  const shape = 'wrap-anywhere tabular-nums';
  if (moved === 'never') return <s className={`${shape} text-muted`}>{size}</s>;
  if (moved === 'coming') return <span className={`${shape} text-muted`}>{size}</span>;
  if (moved === 'kept') return <span className={shape}>{size}</span>;
  return isNegative(amount) ? (
    <span className={shape}>{`-${size}`}</span>
  ) : (
    <span className={`${shape} text-success`}>{`+${size}`}</span>
  );
}
