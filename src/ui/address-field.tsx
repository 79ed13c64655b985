import { useField } from 'formik';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentWanted } from '#money/payment-codes.ts';
import type { FieldTexts } from './field-frame.tsx';
import { MemberIcon } from './member-icon.tsx';
import type { ScanSheetProps } from './scan-sheet.tsx';
import { TextField } from './text-field.tsx';
import { useToast } from './toast.tsx';

const LONGEST = 128;
/** Fetched once the field is there, so that pasting waits for nothing. */
const codes = () => import('#money/payment-codes.ts');
const BUTTON = 'btn btn-ghost btn-sm min-h-11 gap-1.5 text-primary';

export interface AddressFieldProps extends FieldTexts {
  readonly name: string;
  /** What is to be sent there, by which a scanned or pasted code is read. */
  readonly wanted: PaymentWanted;
  readonly readOnly: boolean;
}

/** A blockchain address in a Formik form: typed, pasted, or scanned. The server decides whether it is one. */
export function AddressField({ name, label, hint, wanted, readOnly }: AddressFieldProps) {
  const { t } = useTranslation(['money', 'common']);
  const toast = useToast();
  const [, , { setValue }] = useField<string>(name);
  const field = useRef<HTMLDivElement>(null);
  const [Scan, setScan] = useState<ComponentType<ScanSheetProps> | null>(null);
  useEffect(() => {
    codes().catch(() => undefined);
  }, []);
  /** Fills the field in and takes the focus there, so that a screen reader reads what has come. */
  const fill = (address: string) => {
    void setValue(address);
    field.current?.querySelector('input')?.focus();
  };
  const paste = async () => {
    try {
      const text = await navigator.clipboard.readText();
      const code = await codes().then(
        ({ readPaymentCode }) => readPaymentCode(text, wanted),
        () => null,
      );
      fill(code?.kind === 'address' ? code.address : text.trim().slice(0, LONGEST));
    } catch {
      toast('failure', t('address.pasteFailed'));
    }
  };
  const scan = () =>
    import('./scan-sheet.tsx').then(
      ({ ScanSheet }) => setScan(() => ScanSheet),
      () => toast('failure', t('scan.unavailable')),
    );
  return (
    <div ref={field} className="flex flex-col gap-1.5">
      <TextField
        name={name}
        label={label}
        hint={hint}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={LONGEST}
        translate="no"
        readOnly={readOnly}
      />
      {!readOnly && (
        <div className="-ml-3 flex flex-wrap">
          {canPaste() && (
            <button type="button" onClick={() => void paste()} className={BUTTON}>
              <MemberIcon name="paste" className="size-4" />
              {t('address.paste')}
            </button>
          )}
          {hasCameras() && (
            <button type="button" onClick={() => void scan()} aria-haspopup="dialog" className={BUTTON}>
              <MemberIcon name="scan" className="size-4" />
              {t('scan.title')}
            </button>
          )}
        </div>
      )}
      {Scan !== null && <Scan wanted={wanted} onFound={fill} onClose={() => setScan(null)} />}
    </div>
  );
}

/** Missing on plain http, and in browsers that leave pasting to the keyboard. */
const canPaste = (): boolean =>
  typeof (navigator as { readonly clipboard?: Partial<Clipboard> }).clipboard?.readText === 'function';

/** Whether this page can ask for a camera at all; it can't on plain http. */
const hasCameras = (): boolean => (navigator as { readonly mediaDevices?: MediaDevices }).mediaDevices !== undefined;
