import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readPaymentCode, type PaymentCode, type PaymentWanted } from '#money/payment-codes.ts';
import { Sheet } from './member-sheet.tsx';
import { watchCodes } from './watch-codes.ts';

type Camera = 'asking' | 'watching' | 'denied' | 'unavailable';
type Refusal = Extract<PaymentCode, { readonly kind: 'refused' }>['why'];

export interface ScanSheetProps {
  /** What is to be sent; a code for another network is refused. */
  readonly wanted: PaymentWanted;
  readonly onFound: (address: string) => void;
  readonly onClose: () => void;
}

/**
 * Looks for the QR code of an address with the camera, which is on only while the sheet is open. Shown as long as it is
 * rendered.
 */
export function ScanSheet({ wanted, onFound, onClose }: ScanSheetProps) {
  const { t } = useTranslation('money');
  const sheet = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [camera, setCamera] = useState<Camera>('asking');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const take = useEffectEvent((text: string, over: AbortController) => {
    const code = readPaymentCode(text, wanted);
    if (code.kind === 'refused') return setRefusal(code.why);
    over.abort();
    // While the sheet is open, nothing below it can take the focus.
    sheet.current?.close();
    onFound(code.address);
  });
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    sheet.current?.showModal();
    if (video.current !== null)
      watchCodes(video.current, {
        signal,
        onReady: () => setCamera('watching'),
        onCode: (text) => take(text, over),
      }).catch((error: unknown) => {
        if (!signal.aborted) setCamera(isDenied(error) ? 'denied' : 'unavailable');
      });
    return () => over.abort();
  }, []);
  const isOn = camera === 'asking' || camera === 'watching';
  return (
    <Sheet
      sheet={sheet}
      label={t('scan.title')}
      head={<h2 className="text-xl font-semibold">{t('scan.title')}</h2>}
      onClose={onClose}
    >
      <div className="flex min-h-0 grow flex-col gap-4 overflow-y-auto px-5 pt-1 pb-[calc(1.5rem+env(safe-area-inset-bottom))]">
        {isOn && (
          <video
            ref={video}
            muted
            playsInline
            aria-label={t('scan.picture')}
            className="aspect-square w-full rounded-box bg-base-200 object-cover"
          />
        )}
        <p role="status" className={refusal === null || !isOn ? '' : 'font-medium text-error'}>
          {refusal === null || !isOn ? t(`scan.${camera}`) : t(`scan.refused.${refusal}`)}
        </p>
      </div>
    </Sheet>
  );
}

const isDenied = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotAllowedError';
